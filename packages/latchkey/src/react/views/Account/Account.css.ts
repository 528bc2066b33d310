import { css } from '../../styles/css.js'

export default css`
  .account {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 4px;
  }
  .account-name {
    display: flex;
    align-items: center;
    gap: 2px;
    margin-block-start: 10px;
    max-inline-size: 100%;
  }
  /* As wide as the two buttons after the name, to centre it. It shrinks before the name wraps. */
  .account-name::before {
    flex: 0 1000 auto;
    inline-size: 84px;
    content: '';
  }
  .account-address {
    display: flex;
    flex-direction: column;
    align-items: center;
    min-inline-size: 0;
    font-size: var(--size-l);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .account-address [aria-hidden] {
    white-space: nowrap;
  }
  .account-short {
    color: var(--muted);
    font-size: var(--size-s);
    font-weight: 500;
  }
  /* Both lines are as high without their text and with the button as with the text alone. */
  .account-total,
  .account-balance {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    max-inline-size: 100%;
    overflow-wrap: anywhere;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .account-total {
    min-block-size: 1lh;
    font-size: var(--size-xl);
    font-weight: 650;
  }
  .account-unknown {
    color: var(--muted);
    font-size: var(--size-m);
    font-weight: 500;
  }
  .account-balance {
    min-block-size: 24px;
    color: var(--muted);
  }
  .account-total .icon-button,
  .account-balance .icon-button {
    margin-block: -10px;
  }
  .account-locked {
    color: var(--muted);
    font-size: var(--size-xs);
    font-variant-numeric: tabular-nums;
    text-align: center;
    text-wrap: balance;
  }
  .account-actions {
    display: flex;
    justify-content: center;
    gap: 4px;
    margin: 12px 0 0;
    padding: 0;
    list-style: none;
  }
  .account-action {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 6px;
    min-inline-size: 76px;
    padding: 4px 2px;
    border-radius: var(--radius);
    font-size: var(--size-xs);
    font-weight: 500;
    text-align: center;
  }
  .account-action-icon {
    display: grid;
    place-items: center;
    inline-size: 48px;
    block-size: 48px;
    border-radius: var(--radius-full);
    background: var(--raised);
    transition: background-color 120ms;
  }
  .account-action:hover .account-action-icon {
    background: var(--pressed);
  }
  .account-action[data-main='true'] .account-action-icon {
    background: var(--accent-soft);
    color: var(--accent);
  }
  .account-action[data-main='true']:hover .account-action-icon {
    background: color-mix(in srgb, var(--accent) 22%, transparent);
  }
  .account-tabs {
    display: flex;
    flex-direction: column;
    gap: 10px;
    inline-size: 100%;
    margin-block-start: 16px;
  }
  .account-list,
  .accounts {
    display: flex;
    flex-direction: column;
    gap: 8px;
  }
  .account-list ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .account-list .notice {
    padding-block: 12px;
  }
  .account-line,
  .account-line > button {
    display: flex;
    align-items: center;
    gap: 12px;
    inline-size: 100%;
    min-block-size: 56px;
    padding-block: 6px;
    text-align: start;
  }
  .account-line > button {
    margin: 0 -6px;
    padding-inline: 6px;
    border-radius: var(--radius-control);
  }
  .account-line > button:hover {
    background: var(--raised);
  }
  .account-line-body,
  .account-line-side {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
  }
  .account-line-body {
    flex: 1;
  }
  .account-line-side {
    align-items: end;
    max-inline-size: 50%;
  }
  .account-line-name,
  .account-line-end {
    overflow: hidden;
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .account-line > .account-line-end {
    max-inline-size: 60%;
  }
  .account-line-end {
    max-inline-size: 100%;
    font-variant-numeric: tabular-nums;
  }
  .account-line-end[data-direction='in'] {
    color: color-mix(in srgb, var(--success) 80%, var(--text));
  }
  .account-line-note {
    overflow: hidden;
    color: var(--muted);
    font-size: var(--size-xs);
    font-variant-numeric: tabular-nums;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .account-line-note[data-status='failed'],
  .account-line-note[data-status='lost'] {
    color: var(--danger);
  }
  .account-nfts,
  .account-list ul.account-nfts {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 10px;
  }
  .account-nft {
    display: flex;
    flex-direction: column;
    gap: 2px;
    inline-size: 100%;
    padding: 6px 6px 8px;
    border-radius: var(--radius);
    background: var(--raised);
    text-align: start;
  }
  .account-nft:hover {
    background: var(--hover);
  }
  .account-nft > bdi {
    max-inline-size: 100%;
    padding-inline: 4px;
  }
  .account-nft > .account-line-name {
    margin-block-start: 6px;
    font-size: var(--size-s);
  }
  .account-nft-empty {
    aspect-ratio: 0.82;
    border-radius: var(--radius);
    background: color-mix(in srgb, var(--text) 8%, transparent);
  }
  .nft-picture {
    display: grid;
    place-items: center;
    aspect-ratio: 1;
    inline-size: 100%;
    overflow: hidden;
    border-radius: calc(var(--radius) - 4px);
    background: var(--sunken);
    color: var(--muted);
  }
  .nft-picture img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .account-month {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    padding-block: 6px;
    background: var(--surface);
    color: var(--muted);
    font-size: var(--size-xs);
    font-weight: 600;
  }
  .account-reading {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    padding: 16px 8px;
  }
  .account-lack {
    padding: 8px;
    text-align: center;
    text-wrap: balance;
  }
  .account-reading,
  .account-lack,
  .account-stale {
    color: var(--muted);
    font-size: var(--size-xs);
    text-align: center;
  }
  .account-rows {
    inline-size: 100%;
    margin-block-start: 16px;
  }
  .accounts .row-icon,
  .account-rows .row-icon {
    color: var(--text);
    background: color-mix(in srgb, var(--text) 7%, transparent);
  }
  @media (forced-colors: active) {
    .account-action-icon {
      border: 1px solid ButtonText;
    }
  }
`
