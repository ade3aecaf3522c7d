/** Hands the person a file; nothing is sent anywhere. */
export function saveFile(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const charset = typeof content === 'string' ? ';charset=utf-8' : '';
  const url = URL.createObjectURL(new Blob([content], { type: type + charset }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|\n]+/g, ' ').trim();
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
