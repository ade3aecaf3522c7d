PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_migrations (position integer primary key, name text not null, applied_at bigint not null);
INSERT INTO schema_migrations VALUES(0,'0001-key-plans',1795408526419);
INSERT INTO schema_migrations VALUES(1,'0002-limit-counts',1795408526419);
INSERT INTO schema_migrations VALUES(2,'0003-corpus',1795408526419);
INSERT INTO schema_migrations VALUES(3,'0004-evaluations',1795408526419);
INSERT INTO schema_migrations VALUES(4,'0005-report-pages',1795408526419);
CREATE TABLE IF NOT EXISTS "key_plans" ("caller_id" text primary key, "kid" text not null, "plan" text, "per_hour" bigint, "per_month" bigint, "note" text, "replaced_by" text, "revision" bigint not null, "updated_at" bigint not null);
INSERT INTO key_plans VALUES('Qo1fOgmlsFLcljRNadPIk7tNr1sW6OvPh3eVjQPqBYM','WXUubXKn','pro',NULL,NULL,'The first customer',NULL,1,1795408527408);
CREATE TABLE IF NOT EXISTS "revisions" ("name" text primary key, "revision" bigint not null);
INSERT INTO revisions VALUES('key_plans',1);
CREATE TABLE IF NOT EXISTS "limit_counts" ("caller_id" text not null primary key, "month" integer not null, "month_count" bigint not null, "hour" integer not null, "hour_count" bigint not null) without rowid;
INSERT INTO limit_counts VALUES('Qo1fOgmlsFLcljRNadPIk7tNr1sW6OvPh3eVjQPqBYM',202611,1,498724,1);
CREATE TABLE corpus_documents (
      key integer primary key, id text not null unique, title text not null, title_terms text not null, url text not null,
      published text);
INSERT INTO corpus_documents VALUES(1,'d1','The tower','tower','https://example.org/1',NULL);
CREATE TABLE corpus_passages (
      key integer primary key, document bigint not null references corpus_documents(key), position integer not null,
      text text not null, terms text not null, term_count integer not null,
      title_term_count integer not null);
INSERT INTO corpus_passages VALUES(1,1,0,'It is 330 metres tall.','330 meter tall',3,1);
CREATE TABLE corpus_totals (
      id integer primary key, documents bigint not null, passages bigint not null, terms bigint not null,
      title_terms bigint not null, revision bigint not null);
INSERT INTO corpus_totals VALUES(1,1,1,3,1,3);
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','corpus_index','corpus_index',0,'CREATE VIRTUAL TABLE corpus_index using fts5(
    title, body, content = '''', contentless_delete = 1, tokenize = ''ascii'')');
CREATE TABLE IF NOT EXISTS 'corpus_index_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO corpus_index_data VALUES(1,X'010103');
INSERT INTO corpus_index_data VALUES(10,X'00000000ff00000101010100010101010101000001');
INSERT INTO corpus_index_data VALUES(137438953473,X'0000002e0430333330010601010201056d657465720106010103010474616c6c010601010402046f776572010202040a0c0b');
CREATE TABLE IF NOT EXISTS 'corpus_index_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO corpus_index_idx VALUES(1,X'',2);
CREATE TABLE IF NOT EXISTS 'corpus_index_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);
INSERT INTO corpus_index_docsize VALUES(1,X'0103',1);
CREATE TABLE IF NOT EXISTS 'corpus_index_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO corpus_index_config VALUES('version',4);
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','corpus_vocabulary','corpus_vocabulary',0,'CREATE VIRTUAL TABLE corpus_vocabulary using fts5vocab(corpus_index, row)');
CREATE TABLE evaluations (
      id text primary key not null, caller_id text not null, kid text not null, status text not null,
      scorer text, failure text, claims integer not null, prompt_tokens bigint, completion_tokens bigint,
      created_at bigint not null, finished_at bigint, lease_owner text, lease_until bigint not null,
      attempt integer not null, caller_key text not null, recovery_key text, recovery text, report text);
INSERT INTO evaluations VALUES('chatcmpl-rhcSyaTl0eC4yWnuYO7mNKVZ','Qo1fOgmlsFLcljRNadPIk7tNr1sW6OvPh3eVjQPqBYM','WXUubXKn','completed','model',NULL,4,750,220,1795408529449,1795408529600,NULL,1795408559449,1,'8-TGJJ3kDP5RBsvz-wJ3141joRIgsajY0VA4Ri8PHT-n3uMWJuiShTsV-i7nlyBBnA2zN8KtxW5e9NxM',NULL,NULL,'GtMQWrN9lAdZDDcnxRc1BeBtRY5HzOqGj0ouyTcFbpyNLV6ukZjtZo6jkuppJrDtdsLpRUyubQvJO5_JoVffjjViv4K8J2-tle7o-JvtSK-Ppx4_wmd3FlpuK3uhf8F2G-l0IUXdb7r3VUhmPUGr-cw1mJCsjzscEXuETZ71zRwM99M6j7kgH3nAAopPiQmnXJ7QHZkJRYMNhk8QlD1qHBAs1UBf9a1OE4SNeXVdG12iwcEwCyhlZgS5m7PPswENQN4L9X17GUNtNtqolF4C05NLJR9kXqywzk19-aZCHl2EgDw75nuMV3qGy0a5akbo_twZKcxEsIChUDrVYzK9tW80HOZGE5P9ilPlysT4oVpd0m4Fzb3Vr7K0HBfF1xdCJLON_h0j3OpObaWto4HIVh853-tryNmkTXr-s_7SkKZUkw7Qmrd6GU_WMgz24n09hAxP-sni-nkVOTMVKo6Xp2I8ww4H38eKFEIxZWjvayEhLNRIYu20ekgodvj7HvetZ3BDV-_UgEG4BkDfBSlFYb80JTh5Gbej6raVC-C0EiF4OLiCsLI-IPL2cbooOyzfwUU1X90JS2SnWZz0AgtweaG0O7WaqHvEyo0Yd-4VvkkwhJkiQ35L-JvkgGtNUGwkX-QvHtpp7B-nsJ-puLF2V7drOJgCM3yedPzP54hg6PT-D6QzWYq23NvMa86K5mFH-OZI4mk6BNuikq5qQnUYMC0lk31QwI4LbqX6STrd-E-txjAbaj0RkYqVptl85Yj6gFsTRL7D5yQhN-q7EzZO5LEeJbMKxOQ1IWrQ-9z5bbUNbF48OVPfn45hDSi-9b2Sm9Lz1qHpnQOZdFB_RWQhQDbXTYMpxxxdxEUOvH6zvzBJ5PQLhJ0kUJeTR6l_Qzwm1KCkbv1W6bxzsLJYtOMO_8fTlSiuW1npIjxLW7UovhmMZfyNT6MKbfqfixrbRQIkOq0OMu4T8wUWtke89FYIZvls7w1Nwxk1FWdZuR7vjHVJyMZntmhuC42TM-BFX3b0Y0257qvXEf62_CSC_jXCTaxzmUnVZcXDukY0V5Cnzg8cSCi-zVeK_DLjMvvwLA_Z82OOookyZd5JSW3vHmD4-UnzudFtFaqr2e2o4NQEnjM2bElrxS29tsMDvynessRiewgJPkj1xnA_AqflE4XiFtd0WDP6orZoO9-rjBsEqq7qhF_tit9yL2_AqOrQmxHQt1btaPixCyMwtN8S_WJqkoRRCFRZQ_eHOTG7XTAhnDtdUsJqP_umorPeIPLC8APCTrQ4tH05Tu0DcsCp3YQUAtitmfQcncrJkRWfbsBbFqY2HylPE-AiaPJKdOCT0KsByYci-XEHkO1vT2BjFsBBYkNjqS2O923dfiZWv_7wdXoz_bwP1MLwQEUMHLU1Bn1jnowoxDJ248hPkGgQY2INL08fiEdXzWApzmXHLFcXbUjM9NRtjLQ-Nv38smnA60ThSU_tnkitGjdSyibYbdIiqfycDr0oGrs29TDp1dKeqS20D3PiHt-AWURWRw6Pn7FbUNmI0aKqbJJ9Q3K6c8RxKm492yRA-zyFZa0nNLdD85KZLCHKtb9zKz3W0cQoUgH76LCSOB0jixcG_pN6rP3o9MY-AEy1DMazD-kCN2gqaplaWuf1KJIvzE7aYi2KZkqxKGUGWP_0hVkovwfHzVWyUnJbDLIiBLZ4byq9dO6BOYxPVsADYp2Nrj9tTxJ0omtDxczKM9L2ylHVO4a20ht7QEjclQ');
INSERT INTO evaluations VALUES('chatcmpl-UsP4iHa5Vynti1FkbwXhCyRa','Qo1fOgmlsFLcljRNadPIk7tNr1sW6OvPh3eVjQPqBYM','WXUubXKn','running',NULL,NULL,2,NULL,NULL,1795408531271,NULL,'w_LdsEJDYR9gsxYZ',1795408561271,1,'9BOnr8ldNpiB492_EWYV8Ebfl0zRIwAZeFqQaIm8AfILeVEQCRQZHUbHeVqchmeYeQUDFyzR2FUeT8p5','G8G3HyNbvkVrLTdsBJX5aeUaX4yApebq60VR1P9ToSGABo8bdgLJR-4YvERjIEl0YyGbca1jY0eGhqMd','XhU-HLhIgxbuwXDPNyPrsbpdnvwzSv58KokowR3xapUwH6KS4kph2i_5JLnDk_rsnhwDrAFTMBF4BC0fT7jNbYKUvtraehEFxseArKdFliX8bXnWsIFRGTxbYJIVXaL0dqueA-UXIpdEgzkXND3Rm-ZiqQikAZ9cB4A_oZ7yvILkXqAhmHD4p77CTMd1-BPURzeNP6lELlYntatH9udJoNIHVk0Hczda45AOTvivhBlkNEh8vXtLi39eSD42vMXo8kjy-l9wIXV3DW6W3JOa8kof1P5VmR489czKdJ60XTVZIW8kDSxd4vXaD_ecSvzDPRtAu6nlWw-P4euEmit5lANIUFxpw1TwDPcq5_0Ox6K7XPFhJGUZtSuNlRTwJxbOoIHXXQyEaIf2UaKRhKeYrzDNaM8U_d1R7ZfV482jw_Q5wbjqZYUM-LxUZ8Q0URMSTAaqu33MgQ-0iNdm28-Ut28IWWTFVkTeWTxmjgEe0Sc_Qx2nrbOSd0TqQFXt-w-14IHdCXJQkjitOKy6zF0Me6Nk-C6zbzvOwqApF96U45A_O6odBa-U5Fiy3vkOnaKUnB2zgQtIwy10acx4WhYqMJufCI1nJww9NV9YU8N5w_SR8mu_2nj22-DHuATGvxtr2iVm6c1IV2rcz5iqeB9iKh8FLPJVAqWb2F0-bH9qqc3iwMqhsQnr00hbYqz6OoSGQBuODXbvcObN-RYaZFdslwMpmXUFIbsKOG1BLqqx5IgEQNhITE0FTph0ejjs86cyeWWVzT_EY4U7EFwEz5SKIO7LdGM0iPnSUFJBPec6S0tdfnEg_rckEhIi12vLTK8f-Ficzy27IF1oF5Lp7t5rPf-cNbHxpWWzdLGXp4wj3Ah-kPwXQxJ90-mp7sngfRU3NT1PVGX7lUaJ0N-iM9M',NULL);
CREATE TABLE evaluation_pages (
    evaluation text not null references evaluations(id) on delete cascade, page integer not null,
    sealed text not null, primary key (evaluation, page)) without rowid;
CREATE INDEX "key_plans_by_revision" on "key_plans" ("revision");
CREATE INDEX "limit_counts_by_month" on "limit_counts" ("month");
CREATE UNIQUE INDEX corpus_passages_by_document on corpus_passages (document, position);
CREATE INDEX evaluations_by_lease on evaluations (lease_until) where status = 'running';
CREATE INDEX evaluations_by_creation on evaluations (created_at);
PRAGMA writable_schema=OFF;
COMMIT;
