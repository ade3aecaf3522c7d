/** A question of two sentences and an answer of five, as a chat holds them. */
export const QUESTION =
  'I read that the Eiffel Tower was finished in 1889. How tall is it, and who built it?';

export const ANSWER =
  'The Eiffel Tower stands 330 metres tall, including the antennas that were added to it in later years. ' +
  "It was built by the company of Gustave Eiffel between January 1887 and March 1889 for the World's Fair in Paris. " +
  'Maurice Koechlin and Emile Nouguier, two engineers of the company, drew the first sketch in 1884. ' +
  'About seven million people climb it every year, which makes it the most visited paid monument in the world. ' +
  'If you plan a visit, I would suggest booking a ticket well ahead, since the queues can be very long in summer.';

/** A question that holds this is answered in part; the stream stays open behind it. */
export const HOLD = 'Here it pauses.';
/** A question with these words is answered by a stream of ten chunks a second. */
export const PACED = 'Please take your time.';
export const PACED_CHUNKS = 100;
/** With these as well, each chunk has the time at which it was sent: `[…]`, in milliseconds of the machine's clock. */
export const STAMPED = 'Tell the time.';

/** A question with these words and a number is answered by a stream of so many chunks. */
export const CHUNKS = 'Chunks, please:';

/** A question with these words is answered by the fault that follows them. */
export const FAULT = 'Fail, please:';
