// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Farcaster's registries as a login asks them: who owns an account, and which addresses may sign in for it. Here anybody
/// may write.
contract AccountRegistry {
    struct KeyData {
        uint8 state;
        uint32 keyType;
    }

    mapping(address => uint256) public idOf;
    mapping(uint256 => mapping(bytes => KeyData)) private keys;

    function own(address owner, uint256 fid) external {
        idOf[owner] = fid;
    }

    function set(uint256 fid, bytes calldata key, uint8 state, uint32 keyType) external {
        keys[fid][key] = KeyData(state, keyType);
    }

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return keys[fid][key];
    }
}
