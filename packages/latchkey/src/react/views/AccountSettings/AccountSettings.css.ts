import { css } from '../../styles/css.js'

export default css`
  .settings {
    display: flex;
    flex-direction: column;
    gap: 16px;
  }
  .settings .account-name::before {
    inline-size: 42px;
  }
  .settings .row-icon {
    color: var(--text);
    background: color-mix(in srgb, var(--text) 7%, transparent);
  }
  .settings-custody {
    color: var(--muted);
    font-size: var(--size-s);
    text-align: center;
    text-wrap: balance;
  }
  .settings-custody[data-custody='convenience'] {
    color: var(--warning);
  }
  /* Some languages need two lines. */
  .settings .row-name {
    white-space: normal;
    overflow-wrap: anywhere;
  }
`
