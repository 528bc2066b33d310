import { css } from '../../styles/css.js'

export default css`
  .guide {
    display: flex;
    flex-direction: column;
    gap: 20px;
  }
  .guide-points {
    display: flex;
    flex-direction: column;
    gap: 16px;
    padding-inline: 4px;
  }
  .guide-point {
    display: flex;
    align-items: center;
    gap: 16px;
  }
  .guide-drawing {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 60px;
    block-size: 60px;
    border-radius: var(--radius);
    background: var(--accent-soft);
    color: var(--accent);
  }
  .guide-point h3 {
    font-size: var(--size-s);
    font-weight: 600;
  }
  .guide-point p,
  .guide-lead {
    color: var(--muted);
    font-size: var(--size-s);
    text-wrap: pretty;
  }
  .guide-lead {
    text-align: center;
  }
`
