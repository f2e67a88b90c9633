//! Generated files: written where they are read, committed, and compared in the tests, so that a reader and a
//! package manager need no build and the schema stays the only source.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Writes every file that is missing under `root` or whose content differs, and returns their paths in order.
/// A file that is already right is left alone, so build tools see no change.
pub(crate) fn write(root: &Path, files: &[(&'static str, String)]) -> io::Result<Vec<&'static str>> {
    let stale = differing(root, files)?;
    for (path, text) in files.iter().filter(|(path, _)| stale.contains(path)) {
        let target = root.join(path);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(target, text)?;
    }
    Ok(stale)
}

/// The paths of the files that are missing under `root` or whose content differs by a byte, in order.
pub(crate) fn differing(root: &Path, files: &[(&'static str, String)]) -> io::Result<Vec<&'static str>> {
    let mut stale = Vec::new();
    for (path, text) in files {
        if read(&root.join(path))?.as_deref() != Some(text.as_bytes()) {
            stale.push(*path);
        }
    }
    Ok(stale)
}

fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for one test, removed at the end.
    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("chirp-build-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn writes_what_is_missing_and_then_nothing() {
        let folder = Folder::new("missing");
        let files = [("a.md", "a\n".to_owned()), ("deep/er/b.ts", "b\n".to_owned())];
        assert_eq!(write(&folder.0, &files).unwrap(), ["a.md", "deep/er/b.ts"]);
        assert_eq!(fs::read_to_string(folder.0.join("deep/er/b.ts")).unwrap(), "b\n");
        assert!(write(&folder.0, &files).unwrap().is_empty());
    }

    #[test]
    fn names_only_the_files_that_differ() {
        let folder = Folder::new("differ");
        let files = [("same", "x\n".to_owned()), ("edited", "x\n".to_owned()), ("absent", "x\n".to_owned())];
        write(&folder.0, &files).unwrap();
        fs::write(folder.0.join("edited"), "x\r\n").unwrap();
        fs::remove_file(folder.0.join("absent")).unwrap();
        assert_eq!(differing(&folder.0, &files).unwrap(), ["edited", "absent"]);
        assert_eq!(fs::read_to_string(folder.0.join("edited")).unwrap(), "x\r\n");
    }
}
