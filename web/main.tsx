import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';
import { followTheme } from './shell/theme.ts';
import './fonts.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/chat.css';
import './styles/composer.css';
import './styles/keeps.css';
import './styles/claims.css';
import './styles/claim-panel.css';
import './styles/claim-card.css';
import './styles/pages.css';

followTheme();
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
