import pg from 'pg';
import type { NewsText } from '../archives/make-news.ts';

/** Runs statements one after another. */
export async function runSql(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes a table `articles` with an index over its words, and a view `bare_articles` without one. */
export async function fillPostgres(url: string, texts: Iterable<NewsText>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create table articles (
      id bigint primary key, headline text, body text, url text, published_at timestamptz,
      search tsvector generated always as (to_tsvector('english', headline || ' ' || body)) stored)`);
    const insert = async (rows: readonly NewsText[]): Promise<void> => {
      const columns = [
        rows.map(({ id }) => id),
        rows.map(({ title }) => title),
        rows.map(({ text }) => text),
        rows.map(({ link }) => link),
        rows.map(({ date }) => `${date}T10:00:00Z`),
      ];
      await client.query(
        `insert into articles (id, headline, body, url, published_at)
          select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])`,
        columns,
      );
    };
    let rows: NewsText[] = [];
    for (const text of texts) {
      rows.push(text);
      if (rows.length < 2_000) continue;
      await insert(rows);
      rows = [];
    }
    if (rows.length > 0) await insert(rows);
    await client.query('create index on articles using gin (search)');
    await client.query(
      'create view bare_articles as select id, headline, body, url, published_at from articles',
    );
    await client.query('analyze articles');
  } finally {
    await client.end();
  }
}
