import { css } from '../../styles/css.js'

// A disabled button must stay readable: its label names the missing input or the pending step.
export default css`
  .button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    inline-size: 100%;
    min-block-size: 48px;
    padding: 8px 16px;
    border-radius: var(--radius-control);
    font-weight: 600;
    text-align: center;
    transition:
      background-color 120ms,
      transform 120ms,
      opacity 120ms;
  }
  .button:active:not(:disabled) {
    transform: scale(0.985);
  }
  .button[data-variant='primary'] {
    background: var(--accent);
    color: var(--accent-text);
  }
  .button[data-variant='primary']:hover:not(:disabled) {
    background: color-mix(in srgb, var(--text) 10%, var(--accent));
  }
  .button[data-variant='secondary'] {
    background: var(--raised);
  }
  .button[data-variant='secondary']:hover:not(:disabled) {
    background: var(--hover);
  }
  .button[data-variant='secondary']:active:not(:disabled) {
    background: var(--pressed);
  }
  .button:is([data-variant='primary'], [data-variant='secondary']):disabled {
    background: var(--raised);
    color: var(--muted);
    cursor: default;
  }
  .button[data-variant='quiet']:disabled {
    opacity: 0.5;
  }
  .button[data-variant='quiet'] {
    min-block-size: 44px;
    color: var(--muted);
    font-weight: 500;
  }
  .button[data-variant='quiet']:hover:not(:disabled) {
    color: var(--text);
    background: var(--raised);
  }
  .button[data-size='small'] {
    inline-size: auto;
    min-block-size: 36px;
    padding: 4px 12px;
    font-size: var(--size-s);
    border-radius: var(--radius-full);
  }
  .icon-button {
    display: grid;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
    border-radius: var(--radius-control);
    color: var(--muted);
    transition:
      background-color 120ms,
      color 120ms;
  }
  .icon-button:hover:not(:disabled) {
    background: var(--raised);
    color: var(--text);
  }
  .icon-button:active:not(:disabled) {
    background: var(--pressed);
  }
  .icon-button:disabled {
    opacity: 0.4;
  }
  .icon-button[data-flips='true']:dir(rtl) svg {
    transform: scaleX(-1);
  }
  @media (pointer: coarse) {
    .icon-button {
      inline-size: 44px;
      block-size: 44px;
    }
    .button[data-size='small'] {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .button,
    .icon-button {
      border: 1px solid ButtonText;
    }
  }
`
