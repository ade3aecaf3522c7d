import { expect, it } from 'vitest';
import { StoreBusy } from '../../domain/store-busy.ts';
import { isStoreAway } from './name-fault.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code });

it.each([
  new StoreBusy(),
  coded('ECONNREFUSED'),
  coded('EAI_AGAIN'),
  coded('57P01'),
  coded('08006'),
  coded('53300'),
  new AggregateError([coded('ECONNREFUSED')]),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Query read timeout'),
])('%s: the database is away', (error) => expect(isStoreAway(error)).toBe(true));

it.each([
  coded('42P01'),
  coded('23505'),
  coded('ERR_SQLITE_ERROR'),
  new Error('no such table'),
  new AggregateError([]),
])('%s: it is there', (error) => expect(isStoreAway(error)).toBe(false));
