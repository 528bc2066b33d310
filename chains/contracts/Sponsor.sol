// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Pays for every operation (ERC-4337 v0.8), from what it has deposited at the entry point. For local chains only: on
/// another chain, strangers would use the deposit up.
contract Sponsor {
    struct PackedUserOperation {
        address sender;
        uint256 nonce;
        bytes initCode;
        bytes callData;
        bytes32 accountGasLimits;
        uint256 preVerificationGas;
        bytes32 gasFees;
        bytes paymasterAndData;
        bytes signature;
    }

    address private immutable _entryPoint;

    constructor(address entryPoint) {
        _entryPoint = entryPoint;
    }

    function validatePaymasterUserOp(PackedUserOperation calldata, bytes32, uint256)
        external
        view
        returns (bytes memory context, uint256 validationData)
    {
        require(msg.sender == _entryPoint, "Sponsor: not the entry point");
        return ("", 0);
    }
}
