/**
 * The funded accounts of the local chain, by the derivation path under Substrate's public development phrase. Their keys
 * are public. `alice` is the chain's own first account; the others have the names of the people of the EVM chains.
 */
export const people = /** @type {const} */ ({
  alice: '//Alice',
  bob: '//Bob',
  visitor: '//Visitor',
  marlow: '//Marlow',
  saffron: '//Saffron',
  third: '//Third',
  harbor: '//Harbor',
  wren: '//Wren',
  thistle: '//Thistle',
  stranger: '//Stranger',
})
