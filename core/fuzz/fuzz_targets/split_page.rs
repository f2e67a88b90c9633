//! The messages of a page are slices of it, in order, that do not overlap; of JSON, they are the elements.
#![no_main]

use chirp_fuzz::{Core, Reading, read};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|input: &[u8]| {
    let places = Core::default().split_page(input);
    let messages: Option<Vec<&[u8]>> = places.as_ref().map(|places| {
        assert!(places.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0), "messages overlap");
        places.iter().map(|&(offset, length)| &input[offset..offset + length]).collect()
    });
    let Reading::Accepted(page) = read(input) else { return };
    match (messages, page.get("messages").and_then(Value::as_array)) {
        (Some(messages), Some(elements)) => {
            assert_eq!(messages.len(), elements.len());
            for (message, element) in messages.iter().zip(elements) {
                assert!(matches!(read(message), Reading::Accepted(value) if value == *element));
                assert_eq!(message.trim_ascii(), *message, "white space around a message");
            }
        }
        (None, None) => {}
        (ours, theirs) => panic!("ours: {ours:?}, theirs: {theirs:?}"),
    }
});
