import { css } from '../../styles/css.js'

export default css`
  .login {
    display: flex;
    flex-direction: column;
    gap: 12px;
  }
  .email {
    display: flex;
    flex-direction: column;
    gap: 6px;
  }
  .email .field {
    block-size: 52px;
    border-radius: var(--radius);
  }
  .email .field[data-invalid='true'] {
    outline: 2px solid var(--danger);
    outline-offset: -1px;
  }
  .email .icon-button {
    inline-size: 44px;
    block-size: 44px;
    color: var(--accent);
  }
  /* An address runs from left to right, but begins where other texts do. */
  .email .field:dir(rtl) input {
    text-align: end;
  }
  .email .icon-button:dir(rtl) svg {
    transform: scaleX(-1);
  }
  .email-busy {
    display: grid;
    place-items: center;
    inline-size: 44px;
    color: var(--muted);
  }
  .login-error {
    padding-inline: 4px;
    color: var(--danger);
    font-size: var(--size-s);
  }
  .socials {
    display: flex;
    gap: 8px;
  }
  .socials > li {
    flex: 1;
    min-inline-size: 0;
  }
  .social {
    display: grid;
    place-items: center;
    inline-size: 100%;
    block-size: 52px;
    border-radius: var(--radius);
    background: var(--raised);
    transition: background-color 120ms;
  }
  .social:hover {
    background: var(--hover);
  }
  .social:active {
    background: var(--pressed);
  }
  .row-logo {
    display: grid;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
  }
  .login-waiting {
    display: flex;
    flex-direction: column;
    gap: 12px;
  }
  @media (forced-colors: active) {
    .social {
      border: 1px solid ButtonText;
    }
  }
`
