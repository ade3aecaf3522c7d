import { z } from 'zod';

/** A text of the config file. @param faultOf says what is wrong with it; `undefined` where nothing is. */
export const withoutFault = (faultOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = faultOf(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
