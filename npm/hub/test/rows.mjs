// Owns: what a database holds, as a test compares it.

/** The rows of every table, by its name. */
export async function rowsOf(database, address) {
  const names =
    database.name === 'SQLite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
      : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1";
  const tables = {};
  for (const { name } of await database.query(address, names)) {
    const rows = await database.query(address, `SELECT * FROM ${name}`);
    tables[name] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [column, Buffer.isBuffer(value) ? `${value}` : value]),
      ),
    );
  }
  return tables;
}
