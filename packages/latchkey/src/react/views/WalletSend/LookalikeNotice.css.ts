import { css } from '../../styles/css.js'

export default css`
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
    /* Equal parts are muted, so that the different ones stand out. */
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
  @media (forced-colors: active) {
    .send-confirmation {
      border: 1px solid CanvasText;
    }
  }
`
