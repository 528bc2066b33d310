// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// A contract account (ERC-1271): it accepts every signature of its owner's key.
contract SmartAccount {
    address immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        bool isOwners = ecrecover(hash, uint8(signature[64]), r, s) == owner;
        return isOwners ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
