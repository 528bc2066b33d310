// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// An account that is a contract: whatever its owner's key signed, it signed (ERC-1271).
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
