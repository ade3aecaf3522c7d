import { type ThemeConfig, theme as themes } from 'antd';
import { useMemo } from 'react';
import { getSettings, useSettings } from '../state/settings.ts';
import { useMedia } from './use-media.ts';

const DARK = '(prefers-color-scheme: dark)';

/** Before the first paint, so that no page flashes in the other colours. */
export function followTheme(): void {
  const { theme } = getSettings();
  const dark = theme === 'dark' || (theme === 'system' && matchMedia(DARK).matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

export function useDark(): boolean {
  const { theme } = useSettings();
  const system = useMedia(DARK);
  return theme === 'system' ? system : theme === 'dark';
}

const SHARED = {
  borderRadius: 10,
  fontSize: 15,
  controlHeight: 36,
  fontFamily:
    '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
};

/** A hint that a pointer left behind covers no dialog, whose own hints stand above it. */
const ON_TOP = { Tooltip: { zIndexPopup: 990 } };

/** What can be chosen stands out from the ground: 3 to 1 at least (WCAG 2.2, 1.4.11). */
const outlined = (colorBorder: string) => ({ Radio: { colorBorder }, Checkbox: { colorBorder } });

const LIGHT_THEME: ThemeConfig = {
  algorithm: themes.defaultAlgorithm,
  token: {
    ...SHARED,
    colorPrimary: '#3447b8',
    colorInfo: '#3447b8',
    colorSuccess: '#1d7a3d',
    colorBgLayout: '#f7f7f9',
    colorText: '#191c24',
    colorBorder: '#d7dae3',
    colorBorderSecondary: '#e2e4ea',
    colorTextPlaceholder: '#6b7080',
    colorTextDescription: '#5c6272',
  },
  components: {
    ...ON_TOP,
    ...outlined('#868c9c'),
    Segmented: {
      trackBg: '#e4e6ec',
      itemColor: '#4b5162',
      itemSelectedBg: '#3447b8',
      itemSelectedColor: '#fff',
    },
    Select: { optionSelectedBg: '#eceefb', optionActiveBg: '#eff0f4' },
    Table: { headerBg: 'transparent' },
  },
};

const DARK_THEME: ThemeConfig = {
  algorithm: themes.darkAlgorithm,
  token: {
    ...SHARED,
    colorPrimary: '#5468d8',
    colorInfo: '#5468d8',
    colorSuccess: '#3f9d62',
    colorBgBase: '#15171c',
    colorBgContainer: '#1c1f26',
    colorBgElevated: '#242832',
    colorText: '#e9ebf1',
    colorBorder: '#3a404d',
    colorBorderSecondary: '#2e333f',
    colorSplit: '#2e333f',
    colorTextPlaceholder: '#9097a8',
    colorTextDescription: '#a4aaba',
    colorLink: '#a3b1ff',
  },
  components: {
    ...ON_TOP,
    ...outlined('#7d8597'),
    Button: {
      colorPrimaryHover: '#4a5dcb',
      colorPrimaryActive: '#4053bd',
      defaultHoverColor: '#a3b1ff',
      defaultHoverBorderColor: '#8b9bff',
      defaultActiveColor: '#a3b1ff',
      defaultActiveBorderColor: '#8b9bff',
    },
    Segmented: {
      trackBg: '#20242d',
      itemColor: '#c3c8d4',
      itemSelectedBg: '#5468d8',
      itemSelectedColor: '#fff',
    },
    Select: { optionSelectedBg: '#242a4d', optionActiveBg: '#2e333f' },
    Table: { headerBg: 'transparent' },
  },
};

/** Without motion where the system is set so. */
export function useTheme(dark: boolean): ThemeConfig {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  return useMemo(() => {
    const theme = dark ? DARK_THEME : LIGHT_THEME;
    return still ? { ...theme, token: { ...theme.token, motion: false } } : theme;
  }, [dark, still]);
}
