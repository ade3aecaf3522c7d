import { expect, it } from 'vitest';
import { isReference } from './item-schema.ts';

it.each([
  [{ type: 'item_reference', id: 'msg_1' }, true],
  [{ type: 'item_reference' }, true],
  [{ id: 'msg_1' }, true],
  [{ id: 'msg_1', type: null }, true],
  [{ id: 'msg_1', type: 'message' }, false],
  [{ id: 'msg_1', role: 'user' }, false],
  [{ type: null }, false],
  ['msg_1', false],
])('%j stands for another item: %s', (item, stands) => expect(isReference(item)).toBe(stands));
