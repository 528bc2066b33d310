import { modalZIndex } from '../../protocol/earlyConstants.js'
import { css } from './css.js'

/** The theme's tokens and the rules that every mount of the kit starts from. */
export default css`
  :host {
    all: initial;
    --font-family: var(--lk-font-family, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif);
    --font-size: var(--lk-font-size, 16px);
    --size-xs: calc(var(--font-size) * 0.75);
    --size-s: calc(var(--font-size) * 0.875);
    --size-m: var(--font-size);
    --size-l: calc(var(--font-size) * 1.25);
    --size-xl: calc(var(--font-size) * 1.75);
    --radius: var(--lk-radius, 16px);
    --radius-control: calc(var(--radius) * 0.75);
    --radius-modal: calc(var(--radius) * 1.75);
    --radius-full: 999px;
    --z-index: var(--lk-z-index, ${modalZIndex});
    --mix: var(--lk-color-mix, transparent);
    --strength: var(--lk-color-mix-strength, 0);
    --surface: color-mix(in srgb, var(--mix) calc(var(--strength) * 1%), var(--surface-base));
    --raised: color-mix(in srgb, var(--mix) calc(var(--strength) * 1%), var(--raised-base));
    --sunken: color-mix(in srgb, var(--mix) calc(var(--strength) * 1%), var(--sunken-base));
    --line: color-mix(in srgb, var(--text) 8%, transparent);
    --hover: color-mix(in srgb, var(--text) 5%, var(--raised));
    --pressed: color-mix(in srgb, var(--text) 9%, var(--raised));
    --accent: var(--lk-accent, var(--accent-base));
    /* 1 where white has the better contrast on the accent (WCAG: luminance under 0.179), else 0, where black has. */
    --accent-text: color(
      from var(--accent) xyz-d65 calc(0.9505 * clamp(0, (0.179 - y) * 1000000, 1))
        calc(clamp(0, (0.179 - y) * 1000000, 1)) calc(1.0888 * clamp(0, (0.179 - y) * 1000000, 1))
    );
    --accent-soft: color-mix(in srgb, var(--accent) 14%, transparent);
    --qr: var(--lk-qr-color, #14161b);
    color-scheme: light;
    --surface-base: #ffffff;
    --raised-base: #f4f5f7;
    --sunken-base: #e9ebef;
    --text: #14161b;
    --muted: #5a616e;
    --accent-base: #2f63f5;
    --success: #0f8a4b;
    --danger: #d3302f;
    --warning: #a15c00;
    --shadow: 0 16px 48px rgb(16 20 32 / 18%), 0 2px 8px rgb(16 20 32 / 8%);
  }
  :host([data-theme='dark']) {
    color-scheme: dark;
    --surface-base: #15161a;
    --raised-base: #1e2025;
    --sunken-base: #0f1013;
    --text: #f3f4f6;
    --muted: #9ca3af;
    --accent-base: #7b9dff;
    --success: #3ccf7f;
    --danger: #ff6b6b;
    --warning: #f5b54a;
    --shadow: 0 16px 48px rgb(0 0 0 / 50%), 0 0 0 1px rgb(255 255 255 / 6%);
  }
  @media (prefers-contrast: more) {
    :host {
      --line: color-mix(in srgb, var(--text) 40%, transparent);
      --muted: var(--text);
    }
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
    margin: 0;
    padding: 0;
    -webkit-tap-highlight-color: transparent;
  }
  .root {
    font: 400 var(--size-m) / 1.4 var(--font-family);
    color: var(--text);
    text-align: start;
    letter-spacing: -0.005em;
    -webkit-font-smoothing: antialiased;
  }
  button,
  input {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  button,
  a {
    touch-action: manipulation;
  }
  button {
    border: 0;
    background: none;
    cursor: pointer;
    text-align: inherit;
  }
  button:disabled,
  button[aria-disabled='true'] {
    cursor: not-allowed;
  }
  a {
    color: inherit;
    text-decoration: none;
  }
  img {
    display: block;
  }
  fieldset {
    border: 0;
    min-inline-size: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-duration: 1ms;
      animation-iteration-count: 1;
      transition-duration: 1ms;
    }
  }
`
