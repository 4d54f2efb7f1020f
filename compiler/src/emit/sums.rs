//! `SHA256SUMS`, as `sha256sum --check` reads it.

use sha2::{Digest, Sha256};

/// The lines for `files`, in their order.
pub fn sums<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    files.into_iter().map(|(path, bytes)| format!("{}  {path}\n", hex(&Sha256::digest(bytes)))).collect()
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_line_is_digest_and_path() {
        let line = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  tools/a.json\n";
        assert_eq!(super::sums([("tools/a.json", &b"abc"[..])]), line);
    }
}
