import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';
import { followTheme } from './shell/theme.ts';
import './fonts.css';
import './styles.css';

followTheme();
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
