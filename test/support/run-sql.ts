import pg from 'pg'

/** Runs statements in a database over a connection of their own. */
export async function runSql(url: string, sql: string): Promise<pg.QueryResult['rows']> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
