"""Certificates of an authority of one's own, for a broker on this machine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class OwnAuthority:
    """An authority whose certificate is ``ca_file``, and a broker of 127.0.0.1 that it vouches for.

    ``settings`` are the lines by which Mosquitto encrypts.
    """

    def __init__(self, folder: Path, name: str = "The pub") -> None:
        folder.mkdir(exist_ok=True)
        own_key = ec.generate_private_key(ec.SECP256R1())
        broker_key = ec.generate_private_key(ec.SECP256R1())
        own = _certificate(name, own_key, name, own_key, is_authority=True)
        broker = _certificate("The broker", broker_key, name, own_key, is_authority=False)
        self.ca_file = folder / "ca.pem"
        self.ca_file.write_bytes(own.public_bytes(serialization.Encoding.PEM))
        certificate, key = folder / "broker.pem", folder / "broker.key"
        certificate.write_bytes(broker.public_bytes(serialization.Encoding.PEM))
        key.write_bytes(
            broker_key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        self.settings = f"allow_anonymous true\ncertfile {certificate}\nkeyfile {key}"


def _certificate(
    name: str,
    key: ec.EllipticCurvePrivateKey,
    by: str,
    by_key: ec.EllipticCurvePrivateKey,
    *,
    is_authority: bool,
) -> x509.Certificate:
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, by)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(by_key.public_key()), critical=False
        )
    )
    if is_authority:
        signs = x509.KeyUsage(
            digital_signature=False, content_commitment=False, key_encipherment=False,
            data_encipherment=False, key_agreement=False, key_cert_sign=True, crl_sign=True,
            encipher_only=False, decipher_only=False,
        )  # fmt: skip
        made = made.add_extension(signs, critical=True)
    else:
        address = x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))])
        made = made.add_extension(address, critical=False)
    return made.sign(by_key, hashes.SHA256())
