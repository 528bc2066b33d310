/** Test vectors, reproduced with two independent implementations of the protocol. Hex is lower case. */
export const vectors = {
  privateKeyA: '0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20',
  publicKeyA: '07a37cbc142093c8b755dc1b10e86cb426374ad16aa853ed0bdfc0b2b86d1c7c',
  privateKeyB: '2122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f40',
  publicKeyB: '5869aff450549732cbaaed5e5df9b30a6da31cb0e5742bad5ad4a1a768f1a67b',
  symKey: '0f77e74c4faf2feee58fc2c41be0d0f32d5bd32150bdb548ffa65beb2b1ca573',
  topic: 'c9c71dfb61298046cee15333ff7bd4431d01ac59814cc2783e1e4ba57c033d13',
  responseTopicA: 'aaa8fff703b50b2297f4f6e13508f72420d96fd01ebb84cb074449caaef64041',
  iv: '000102030405060708090a0b',
  plaintext: '{"id":1,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}',
  envelope0:
    'AAABAgMEBQYHCAkKC9CC4wXfSFDrYC2mUbrq6joT3A1uAyTaXtFOtinLV/JK4yV6TSIzppGk0Xbk8GFiJyu77SrbnJEPo7V0DXEi7RV9RhJstQ+POj/LxGS5CQ==',
  envelope0Url:
    'AAABAgMEBQYHCAkKC9CC4wXfSFDrYC2mUbrq6joT3A1uAyTaXtFOtinLV_JK4yV6TSIzppGk0Xbk8GFiJyu77SrbnJEPo7V0DXEi7RV9RhJstQ-POj_LxGS5CQ',
  envelope1FromA:
    'AQejfLwUIJPIt1XcGxDobLQmN0rRaqhT7QvfwLK4bRx8AAECAwQFBgcICQoL0ILjBd9IUOtgLaZRuurqOhPcDW4DJNpe0U62KctX8krjJXpNIjOmkaTRduTwYWInK7vtKtuckQ+jtXQNcSLtFX1GEmy1D486P8vEZLkJ',
  envelope2: 'AnsiaWQiOjEsImpzb25ycGMiOiIyLjAiLCJtZXRob2QiOiJ3Y19zZXNzaW9uUGluZyIsInBhcmFtcyI6e319',
  uri: 'wc:c9c71dfb61298046cee15333ff7bd4431d01ac59814cc2783e1e4ba57c033d13@2?relay-protocol=irn&symKey=0f77e74c4faf2feee58fc2c41be0d0f32d5bd32150bdb548ffa65beb2b1ca573&expiryTimestamp=1705667684&methods=wc_sessionAuthenticate',
  recap:
    'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19',
} as const
