import path from 'node:path';

/** The folder of the judge's model that ships; `src` and `dist` lie beside `models`. */
export const SHIPPED_MODEL = path.resolve(import.meta.dirname, '../../../models/judge');
