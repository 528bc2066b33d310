import { css } from 'latchkey/site'

/** The layout of every surface: a scrolling middle, and buttons that stay at the bottom. */
export default css`
  .ask:not([hidden]) {
    display: contents;
  }
  .surface {
    display: flex;
    flex-direction: column;
    block-size: 100dvh;
    background: var(--surface);
    color: var(--text);
  }
  .surface-body {
    flex: 1;
    min-block-size: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    display: flex;
    flex-direction: column;
    gap: 16px;
    padding: 16px;
    padding-inline: 20px;
    scrollbar-width: thin;
  }
  .surface-foot {
    display: grid;
    gap: 8px;
    padding: 12px 20px max(16px, env(safe-area-inset-bottom));
    border-block-start: 1px solid var(--line);
  }
  .surface-pair {
    display: grid;
    /* One below the other where a page is zoomed in. */
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 120px), 1fr));
    gap: 8px;
  }
  .surface .surface-pair .button {
    block-size: 100%;
    padding-inline: 8px;
  }
  /* What a row leads to must be readable in every language. */
  .surface .row-name {
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .surface .surface-pair .button[data-variant][aria-disabled='true'] {
    background: var(--raised);
    color: var(--muted);
    cursor: default;
  }
  /* The frame clips what lies outside of it. */
  .surface-body:focus-visible {
    outline-offset: -3px;
    border-radius: var(--radius);
  }
  .surface-window {
    max-inline-size: 480px;
    margin-inline: auto;
  }
  .surface-head {
    display: grid;
    gap: 4px;
  }
  .surface-head h1 {
    font-size: var(--size-l);
    font-weight: 600;
    line-height: 1.25;
  }
  .surface-head h1:focus {
    outline: none;
  }
  .surface-head p,
  .surface-note {
    color: var(--muted);
    font-size: var(--size-s);
  }
  .origin {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    inline-size: fit-content;
    max-inline-size: 100%;
    padding: 4px 10px;
    border-radius: var(--radius-full);
    background: var(--raised);
    font-size: var(--size-s);
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  .origin svg {
    flex: none;
  }
  .facts {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
    margin: 0;
  }
  dl.facts > div {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    font-size: var(--size-s);
  }
  .facts dt {
    flex: none;
    max-inline-size: 45%;
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  .facts dd {
    min-inline-size: 0;
    margin: 0;
    font-variant-numeric: tabular-nums;
    text-align: end;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .facts dd small {
    display: block;
    color: var(--muted);
    font-size: var(--size-xs);
  }
  /* What stands in a group has lines of its own, so these rules are for children only. */
  dl.facts > div[data-wide='true'] {
    flex-direction: column;
    gap: 4px;
  }
  .facts > div[data-wide='true'] > dt {
    max-inline-size: none;
  }
  .facts > div[data-wide='true'] > dd {
    inline-size: 100%;
    text-align: start;
  }
  .card {
    display: grid;
    gap: 10px;
    padding: 12px 14px;
    border-radius: var(--radius);
    background: var(--raised);
  }
  .card h2 {
    font-size: var(--size-xs);
    font-weight: 500;
    color: var(--muted);
  }
  .said {
    max-block-size: 240px;
    overflow: auto;
    padding: 12px 14px;
    border-radius: var(--radius-control);
    background: var(--sunken);
    font-size: var(--size-s);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }
  .said[data-format='hex'],
  .said[data-format='json'] {
    direction: ltr;
    text-align: left;
    font-family: ui-monospace, SFMono-Regular, Menlo, monospace;
    font-size: var(--size-xs);
  }
  .caution {
    display: flex;
    gap: 10px;
    padding: 10px 12px;
    border-radius: var(--radius-control);
    background: color-mix(in srgb, var(--tone) 12%, transparent);
    font-size: var(--size-s);
    overflow-wrap: anywhere;
  }
  .caution svg {
    flex: none;
    margin-block-start: 1px;
    color: var(--tone);
  }
  .caution[data-severity='block'],
  .caution[data-severity='danger'] {
    --tone: var(--danger);
  }
  .caution[data-severity='caution'] {
    --tone: var(--warning);
  }
  .caution[data-severity='info'] {
    --tone: var(--muted);
  }
  .change {
    display: grid;
    gap: 2px;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
    font-weight: 500;
  }
  .change[data-way='in'] {
    /* As it is, it has too little contrast on a card. */
    color: color-mix(in srgb, var(--success) 80%, var(--text));
  }
  details.raw summary {
    cursor: pointer;
    color: var(--muted);
    font-size: var(--size-s);
  }
  details.raw > :not(summary) {
    margin-block-start: 8px;
  }
  .entry {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 6px;
  }
  .entry label {
    font-size: var(--size-s);
    font-weight: 500;
  }
  .entry-box {
    display: flex;
    align-items: center;
    gap: 4px;
    min-block-size: 48px;
    padding-inline: 14px 4px;
    border-radius: var(--radius-control);
    background: var(--sunken);
  }
  .entry-box:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: -1px;
  }
  .entry-box input,
  .entry-box textarea {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 44px;
    padding-block: 10px;
    border: 0;
    outline: none;
    background: none;
    color: var(--text);
    font: inherit;
    /* Under 16 px, iOS zooms the page in on focus. */
    font-size: max(16px, var(--size-m));
    resize: none;
  }
  .entry-fault {
    color: var(--danger);
    font-size: var(--size-s);
  }
  .surface .notice-title {
    max-inline-size: 100%;
    overflow-wrap: anywhere;
  }
  /* Small enough for the code to be read around it. */
  .code-logo {
    inline-size: 52px;
    block-size: 52px;
    padding: 4px;
    border-radius: var(--radius-control);
    background: #ffffff;
  }
  .row-logo {
    display: grid;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
  }
  .words {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(130px, 1fr));
    gap: 6px 12px;
    padding: 14px;
    border-radius: var(--radius);
    background: var(--sunken);
    font-variant-numeric: tabular-nums;
  }
  .words li {
    display: flex;
    gap: 8px;
  }
  .words li span {
    color: var(--muted);
    inline-size: 1.6em;
    text-align: end;
  }
  @media (forced-colors: active) {
    .card,
    .said,
    .caution,
    .entry-box {
      border: 1px solid CanvasText;
    }
  }
  @media print {
    /* Ink on paper, also in a dark theme. */
    .surface {
      --text: #000000;
      --muted: #444444;
      --sunken: #ffffff;
      block-size: auto;
      background: none;
    }
    .surface-foot {
      display: none;
    }
  }
`
