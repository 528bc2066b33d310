import { css } from '../styles/css.js'

/**
 * A button in the host's page. It is inline, like a page's own buttons; the host's rules override these.
 * `:not(:has(*))` matches a button without a picture at its start.
 */
export default css`
  :host {
    display: inline-block;
    max-inline-size: 100%;
    vertical-align: middle;
  }
  .host-button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    max-inline-size: 100%;
    min-block-size: 44px;
    padding: 6px 16px;
    border-radius: var(--radius-control);
    font-weight: 600;
    white-space: nowrap;
    transition:
      background-color 120ms,
      opacity 120ms;
  }
  .host-button[data-variant='primary'] {
    background: var(--accent);
    color: var(--accent-text);
  }
  .host-button[data-variant='primary']:hover:not(:disabled) {
    background: color-mix(in srgb, var(--text) 10%, var(--accent));
  }
  .host-button[data-variant='secondary'] {
    padding-inline: 8px 14px;
    background: var(--raised);
    box-shadow: inset 0 0 0 1px var(--line);
  }
  .host-button[data-variant='secondary']:not(:has(*)) {
    padding-inline: 14px;
  }
  .host-button[data-variant='secondary']:hover:not(:disabled) {
    background: var(--hover);
  }
  .host-button[data-variant='secondary']:active:not(:disabled) {
    background: var(--pressed);
  }
  .host-button:disabled {
    opacity: 0.6;
  }
  .host-button[data-state='warning'] {
    color: var(--warning);
  }
  .host-button-balance {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    padding-inline-start: 6px;
    color: var(--muted);
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }
  .host-button-address {
    overflow: hidden;
    text-overflow: ellipsis;
    font-variant-numeric: tabular-nums;
  }
  @media (forced-colors: active) {
    .host-button {
      border: 1px solid ButtonText;
    }
  }
`
