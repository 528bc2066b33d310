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
  .send-name {
    align-self: start;
    font-size: var(--size-s);
  }
  .send-found {
    color: var(--muted);
    font-size: var(--size-xs);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .send-label {
    overflow: hidden;
    color: var(--text);
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .send-known {
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .send-known button {
    display: flex;
    align-items: center;
    gap: 10px;
    inline-size: 100%;
    min-block-size: 44px;
    color: var(--muted);
    font-size: var(--size-s);
    font-variant-numeric: tabular-nums;
    text-align: start;
  }
  .send-known button:hover {
    color: var(--text);
  }
  .send-known-address {
    margin-inline-start: auto;
  }
  .send-whole {
    font-size: var(--size-s);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .send-fault {
    color: var(--danger);
    font-size: var(--size-xs);
    /* A link names a contract by all of its address. */
    overflow-wrap: anywhere;
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
  .send-lookalike {
    font-size: var(--size-xs);
  }
  .send-lookalike dl {
    display: grid;
    gap: 4px;
    margin: 0;
  }
  .send-lookalike dt {
    color: var(--muted);
  }
  .send-lookalike dd {
    margin: 0 0 4px;
    /* What is equal stands back: the eye goes to what is not. */
    color: var(--muted);
    font-family: ui-monospace, monospace;
    font-size: var(--size-s);
    overflow-wrap: anywhere;
  }
  .send-confirmation {
    padding-inline: 12px;
    border-radius: var(--radius-control);
    background: var(--surface);
    font-family: ui-monospace, monospace;
  }
  .send-confirmation svg {
    flex: none;
    color: var(--success);
  }
  .send-lookalike mark {
    border-radius: 3px;
    background: color-mix(in srgb, var(--danger) 22%, transparent);
    color: var(--text);
    font-weight: 700;
    text-decoration: underline 2px var(--danger);
    text-underline-offset: 3px;
  }
  .send-facts {
    display: grid;
    gap: 10px;
    margin: 0;
  }
  .send-facts > div {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    font-size: var(--size-s);
  }
  .send-facts dt {
    flex: none;
    color: var(--muted);
  }
  .send-facts dd {
    min-inline-size: 0;
    margin: 0;
    font-variant-numeric: tabular-nums;
    text-align: end;
    overflow-wrap: anywhere;
  }
  .send-contract summary {
    cursor: pointer;
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
  .send-careful {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    color: var(--muted);
    font-size: var(--size-xs);
  }
  .send-buttons {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 8px;
  }
  .send-buttons > :only-child {
    grid-column: 1 / -1;
  }
  /* In sight however long the warnings are: they are what scrolls. The review's own come after all that is to be read. */
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
  .send-camera {
    inline-size: 100%;
    aspect-ratio: 1;
    border-radius: var(--radius);
    background: var(--sunken);
    object-fit: cover;
  }
  .send-hint {
    color: var(--muted);
    font-size: var(--size-s);
    text-align: center;
  }
  .send-facts dd small {
    margin-inline-start: 6px;
    color: var(--muted);
    font-size: var(--size-xs);
  }
  @media (forced-colors: active) {
    .send-confirmation,
    .send-box,
    .send-sum,
    .send-warnings li {
      border: 1px solid CanvasText;
    }
  }
`
