import { describeUpgrade } from './upgrade-cases.ts';

describeUpgrade('postgres');
