/** The file of undici that has the pool: its main file also loads fetch, caches and mocks, 13 MB of them. */
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
