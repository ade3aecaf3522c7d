/** The same event stream in the other ways in which providers and proxies write it. */
import { gunzipSync, gzipSync } from 'node:zlib';

/** The events of a stream as blocks of lines, without their line ends. */
function blocksOf(stream: string): string[][] {
  return stream
    .split(/\r\n\r\n|\n\n/)
    .filter((block) => block !== '')
    .map((block) => block.split(/\r\n|\n/));
}

function write(blocks: readonly (readonly string[])[], lineEnd: string): string {
  return blocks.map((block) => block.map((line) => line + lineEnd).join('') + lineEnd).join('');
}

/** JSON over several lines, each a `data:` field of its own; what is no JSON stays as it is. */
function spread(line: string): string[] {
  const text = line.replace(/^data: ?/, '');
  if (text === line || !text.startsWith('{')) return [line];
  return JSON.stringify(JSON.parse(text), null, 1)
    .split('\n')
    .map((part) => `data: ${part}`);
}

export const VARIATIONS: Readonly<Record<string, (stream: string) => string>> = {
  'as it is': (stream) => stream,
  'lines that end in LF': (stream) => write(blocksOf(stream), '\n'),
  'lines that end in CRLF': (stream) => write(blocksOf(stream), '\r\n'),
  'lines that end in CR': (stream) => write(blocksOf(stream), '\r'),
  'no blank line at its end': (stream) => stream.trimEnd(),
  'comments between its events': (stream) =>
    write(
      blocksOf(stream).flatMap((block) => [[': keep-alive'], block]),
      '\n',
    ),
  'comments within its events': (stream) =>
    write(
      blocksOf(stream).map((block) => block.flatMap((line) => [': OPENROUTER PROCESSING', line])),
      '\n',
    ),
  'no space after the colon': (stream) =>
    write(
      blocksOf(stream).map((block) => block.map((line) => line.replace(/^(\w+): /, '$1:'))),
      '\n',
    ),
  'several data lines an event': (stream) =>
    write(
      blocksOf(stream).map((block) => block.flatMap(spread)),
      '\n',
    ),
  'ids, retry times and fields of its own': (stream) =>
    write(
      blocksOf(stream).map((block, index) => [`id: ${index}`, 'retry: 3000', 'x-shard: 7', ...block]),
      '\n',
    ),
  'events that nobody knows': (stream) =>
    write(
      blocksOf(stream).flatMap((block) => [
        [
          'event: telemetry',
          'data: {"type":"telemetry","object":"telemetry","load":0.7,"choices":[],"candidates":[]}',
        ],
        block,
      ]),
      '\n',
    ),
  'fields that nobody knows': (stream) =>
    stream.replace(/data: \{"/g, 'data: {"x_new":{"deep":[1,{"er":null}]},"'),
  'compressed bytes': (stream) => gunzipSync(gzipSync(stream)).toString(),
};
