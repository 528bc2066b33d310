import { css } from './css.js'

/**
 * The theme's tokens and the rules that all mounts of the kit share. Rules for the modal only are in `modal.css.ts`.
 *
 * Comments on the sheet are here, since every page loads the sheet:
 *
 * - `--accent-text` has 1 for each part of its colour if white has the better contrast on the accent (WCAG: luminance
 *   under 0.179), else 0, for black.
 * - Reduced motion overrides the durations that classes set: elements that only fade have a separate animation there.
 */
export default css`
  :host {
    all: initial;
    --font-family: var(--lk-font-family, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif);
    --font-size: var(--lk-font-size, 16px);
    --size-m: var(--font-size);
    --radius: var(--lk-radius, 16px);
    --radius-control: calc(var(--radius) * 0.75);
    --radius-full: 999px;
    --mix: var(--lk-color-mix, transparent);
    --strength: var(--lk-color-mix-strength, 0);
    --raised: color-mix(in srgb, var(--mix) calc(var(--strength) * 1%), var(--raised-base));
    --sunken: color-mix(in srgb, var(--mix) calc(var(--strength) * 1%), var(--sunken-base));
    --line: color-mix(in srgb, var(--text) 8%, transparent);
    --hover: color-mix(in srgb, var(--text) 5%, var(--raised));
    --pressed: color-mix(in srgb, var(--text) 9%, var(--raised));
    --accent: var(--lk-accent, var(--accent-base));
    --accent-text: color(
      from var(--accent) xyz-d65 calc(0.9505 * clamp(0, (0.179 - y) * 1000000, 1))
        calc(clamp(0, (0.179 - y) * 1000000, 1)) calc(1.0888 * clamp(0, (0.179 - y) * 1000000, 1))
    );
    color-scheme: light;
    --raised-base: #f4f5f7;
    --sunken-base: #e9ebef;
    --text: #14161b;
    --muted: #5a616e;
    --accent-base: #2f63f5;
    --warning: #a15c00;
  }
  :host([data-theme='dark']) {
    color-scheme: dark;
    --raised-base: #1e2025;
    --sunken-base: #0f1013;
    --text: #f3f4f6;
    --muted: #9ca3af;
    --accent-base: #7b9dff;
    --warning: #f5b54a;
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
  button {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
    touch-action: manipulation;
    border: 0;
    background: none;
    cursor: pointer;
    text-align: inherit;
  }
  button:disabled,
  button[aria-disabled='true'] {
    cursor: not-allowed;
  }
  img {
    display: block;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-duration: 1ms;
      animation-iteration-count: 1;
      transition-duration: 1ms !important;
    }
  }
`
