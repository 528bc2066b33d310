import { modalZIndex } from '../../protocol/earlyConstants.js'
import { css } from './css.js'

/** The tokens and rules for the modal only, in addition to `tokens.css.ts`; loaded with the modal. */
export default css`
  :host {
    --size-xs: calc(var(--font-size) * 0.75);
    --size-s: calc(var(--font-size) * 0.875);
    --size-l: calc(var(--font-size) * 1.25);
    --size-xl: calc(var(--font-size) * 1.75);
    --radius-modal: calc(var(--radius) * 1.75);
    --z-index: var(--lk-z-index, ${modalZIndex});
    --surface: color-mix(in srgb, var(--mix) calc(var(--strength) * 1%), var(--surface-base));
    --accent-soft: color-mix(in srgb, var(--accent) 14%, transparent);
    --qr: var(--lk-qr-color, #14161b);
    --surface-base: #ffffff;
    --success: #0f8a4b;
    --danger: #d3302f;
    --shadow: 0 16px 48px rgb(16 20 32 / 18%), 0 2px 8px rgb(16 20 32 / 8%);
  }
  :host([data-theme='dark']) {
    --surface-base: #15161a;
    --success: #3ccf7f;
    --danger: #ff6b6b;
    --shadow: 0 16px 48px rgb(0 0 0 / 50%), 0 0 0 1px rgb(255 255 255 / 6%);
  }
  input {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  a {
    touch-action: manipulation;
    color: inherit;
    text-decoration: none;
  }
  fieldset {
    border: 0;
    min-inline-size: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`
