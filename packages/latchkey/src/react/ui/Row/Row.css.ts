import { css } from '../../styles/css.js'

export default css`
  .rows {
    display: flex;
    flex-direction: column;
    gap: 8px;
  }
  .row {
    display: flex;
    align-items: center;
    gap: 12px;
    inline-size: 100%;
    min-block-size: 56px;
    padding: 8px;
    padding-inline-end: 14px;
    border-radius: var(--radius);
    background: var(--raised);
    font-weight: 500;
    text-align: start;
    transition: background-color 120ms;
  }
  .row:is(button, a):hover:not(:disabled, [aria-disabled='true']) {
    background: var(--hover);
  }
  .row:is(button, a):active:not(:disabled, [aria-disabled='true']) {
    background: var(--pressed);
  }
  .row:disabled,
  .row[aria-disabled='true'] {
    opacity: 0.55;
  }
  .row[aria-current='true'] {
    box-shadow: inset 0 0 0 1.5px var(--accent);
  }
  .row-pair {
    display: flex;
    align-items: center;
    gap: 4px;
  }
  .row-pair > .row {
    flex: 1;
    min-inline-size: 0;
  }
  .row-body {
    flex: 1;
    min-inline-size: 0;
    display: flex;
    flex-direction: column;
  }
  .row-name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .row-note {
    overflow-wrap: anywhere;
    color: var(--muted);
    font-size: var(--size-xs);
    font-weight: 400;
  }
  .row-end {
    display: flex;
    align-items: center;
    color: var(--muted);
  }
  .row-end svg[data-icon='chevronRight']:dir(rtl) {
    transform: scaleX(-1);
  }
  .row-icon {
    display: grid;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
    border-radius: 12px;
    color: var(--accent);
    background: var(--accent-soft);
  }
  @media (forced-colors: active) {
    .row {
      border: 1px solid ButtonText;
    }
  }
`
