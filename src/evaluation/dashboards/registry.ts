/** The dashboards that there are. A new one is a file beside this and a line here. */
import { confidentAi } from './confident-ai.ts';
import type { Dashboard } from './dashboard.ts';
import { langfuse } from './langfuse.ts';

/** In the order in which they are asked whose a key is. */
export const DASHBOARDS: readonly Dashboard[] = [langfuse, confidentAi];
