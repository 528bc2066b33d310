import { css } from '../../styles/css.js'

export default css`
  .send {
    display: flex;
    flex-direction: column;
    gap: 10px;
  }
  .send-box {
    display: flex;
    flex-direction: column;
    gap: 8px;
    padding: 12px 14px;
    border-radius: var(--radius);
    background: var(--raised);
  }
  .send-box:focus-within {
    box-shadow: inset 0 0 0 1.5px var(--accent);
  }
  .send-box > label {
    color: var(--muted);
    font-size: var(--size-xs);
    font-weight: 500;
  }
  .send-line {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .send-line input {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 44px;
    border: 0;
    background: none;
    color: var(--text);
    outline: none;
    /* Under 16 px, iOS zooms the page in on focus. */
    font-size: max(16px, var(--size-m));
  }
  .send-line input::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  .send-amount input {
    font-size: var(--size-xl);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .send-dollar {
    font-size: var(--size-xl);
    font-weight: 600;
  }
  .send-token {
    flex: none;
    display: flex;
    align-items: center;
    gap: 6px;
    max-inline-size: 150px;
    min-block-size: 44px;
    padding: 4px 10px 4px 6px;
    border-radius: var(--radius-full);
    background: var(--surface);
    font-weight: 600;
  }
  .send-token bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .send-foot {
    justify-content: space-between;
    color: var(--muted);
    font-size: var(--size-xs);
    font-variant-numeric: tabular-nums;
  }
  .send-link {
    min-block-size: 24px;
    color: var(--accent);
    font-weight: 600;
  }
  .send-link[data-plain='true'] {
    color: var(--muted);
    font-weight: 500;
    text-decoration: underline dotted;
  }
  .send-whole {
    font-size: var(--size-s);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .send-kept {
    color: var(--muted);
    font-size: var(--size-xs);
    font-variant-numeric: tabular-nums;
  }
  .send-fault {
    color: var(--danger);
    font-size: var(--size-xs);
    /* A link contains the whole address of a contract. */
    overflow-wrap: anywhere;
  }
  /* Below the buttons of a waiting screen, which is no form with gaps. */
  .waiting + .send-fault {
    margin-block-start: 12px;
    text-align: center;
  }
  .send-warnings {
    display: grid;
    gap: 6px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .send-warnings li {
    display: flex;
    gap: 8px;
    padding: 10px 12px;
    border-radius: var(--radius-control);
    background: color-mix(in srgb, var(--warning) 12%, transparent);
    font-size: var(--size-xs);
    overflow-wrap: anywhere;
  }
  .send-warnings li[data-grave='true'] {
    background: color-mix(in srgb, var(--danger) 12%, transparent);
  }
  .send-warnings svg {
    flex: none;
    color: var(--warning);
  }
  .send-warnings [data-grave='true'] svg {
    color: var(--danger);
  }
  .send-sum {
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 12px 14px;
    border-radius: var(--radius);
    background: var(--raised);
  }
  .send-words {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
  }
  .send-sum strong {
    font-size: var(--size-l);
    font-weight: 650;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .send-sum small {
    color: var(--muted);
    font-size: var(--size-xs);
    overflow-wrap: anywhere;
  }
  .send-buttons {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 8px;
  }
  .send-buttons > :only-child {
    grid-column: 1 / -1;
  }
  /* The form's buttons stay visible while long warnings scroll. Those of the review come at the end of its text. */
  form.send > .send-buttons {
    position: sticky;
    inset-block-end: 0;
    margin-block-end: -16px;
    padding-block: 6px 16px;
    background: var(--surface);
  }
  form.send input {
    scroll-margin-block-end: 88px;
  }
  .send-cost {
    display: flex;
    flex-direction: column;
    justify-content: center;
    color: var(--muted);
    font-size: var(--size-xs);
  }
  .send-cost bdi {
    color: var(--text);
    font-size: var(--size-s);
    font-variant-numeric: tabular-nums;
  }
  .send-hint {
    color: var(--muted);
    font-size: var(--size-s);
    text-align: center;
  }
  @media (forced-colors: active) {
    .send-box,
    .send-sum,
    .send-warnings li {
      border: 1px solid CanvasText;
    }
  }
`
