import { describeUpgrade } from './upgrade-cases.ts';

describeUpgrade('sqlite');
