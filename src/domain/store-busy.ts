/** Too many queries wait already: the caller may try again later. */
export class StoreBusy extends Error {
  constructor() {
    super('Too many queries wait for the database');
    this.name = 'StoreBusy';
  }
}
