package io.mintmark.web.access.principal;

import io.mintmark.MintmarkException;
import io.mintmark.document.KeyForm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everybody whom a server knows. Immutable; changes make another one. */
public final class AccessList {
    /** Nobody: with this list in force nobody gets in. */
    public static final AccessList NOBODY = new AccessList(List.of());

    private static final int PRINCIPALS_MAX = 10_000;

    /** By so many digits a token is found; all of its digest is compared then, in constant time. */
    private static final int TOKEN_KEY_DIGITS = 16;

    private final TreeMap<String, Principal> byName = new TreeMap<>();
    private final Map<String, Known> byDigest = new HashMap<>();

    /** A principal and the credential by which it was found. */
    public record Known(Principal principal, Credential credential) {}

    /**
     * Creates the list of these principals.
     *
     * @throws MintmarkException if two have one name or one credential, or there are more than 10,000
     */
    AccessList(Collection<Principal> principals) {
        if (principals.size() > PRINCIPALS_MAX) {
            throw new MintmarkException("A server knows at most " + PRINCIPALS_MAX + " principals, but these are "
                    + principals.size() + ": remove those that are not used.");
        }
        principals.forEach(this::index);
    }

    private void index(Principal principal) {
        @Nullable Principal namesake = byName.put(principal.key(), principal);
        if (namesake != null) {
            throw new MintmarkException("There is a principal '" + namesake.name()
                    + "' already: choose another name, rotate its credential, or remove it first.");
        }
        for (Credential credential : principal.credentials()) {
            @Nullable Known other = byDigest.put(key(credential.kind(), credential.digest()), new Known(principal, credential));
            if (other != null) {
                throw new MintmarkException("This " + credential.kind().words() + " is known as '"
                        + other.principal().name() + "' already: one credential stands for one principal.");
            }
        }
    }

    private static String key(Credential.Kind kind, String digest) {
        return kind == Credential.Kind.TOKEN ? digest.substring(0, TOKEN_KEY_DIGITS) : digest;
    }

    /** Returns all principals by name. */
    public List<Principal> principals() {
        return List.copyOf(byName.values());
    }

    /** Returns the principal of that name. */
    public Optional<Principal> find(String name) {
        return Optional.ofNullable(byName.get(KeyForm.of(name)));
    }

    /** Returns the principal of that name, or refuses it. */
    public Principal require(String name) {
        return find(name)
                .orElseThrow(() -> new MintmarkException(
                        "There is no principal '" + name + "': list them to see which there are."));
    }

    /**
     * Returns whether any operator can call from that time on: one whose access is good, and one of whose credentials
     * does not end, as those do that a rotation replaced.
     */
    public boolean hasOperator(Instant now) {
        return lastingOperators(now).findAny().isPresent();
    }

    /**
     * Returns whether any operator is sure to get in: by a token, or by what was just {@code shown}. The list does not
     * know when certificates expire, so that all others may have.
     */
    public boolean hasOperator(Instant now, Credential shown) {
        return lastingOperators(now)
                .anyMatch(credential -> credential.kind() == Credential.Kind.TOKEN || credential.equals(shown));
    }

    private Stream<Credential> lastingOperators(Instant now) {
        return byName.values().stream()
                .filter(principal -> principal.clearance().isOperator() && principal.isGoodAt(now))
                .flatMap(principal -> principal.credentials().stream())
                .filter(credential -> credential.end().isEmpty());
    }

    /**
     * Returns this list, unless a caller over HTTP, who has {@code shown} one credential, would leave nobody in it who
     * is sure to be able to let others in.
     */
    public AccessList requireOperator(Instant now, Credential shown) {
        if (!hasOperator(now, shown)) {
            throw new MintmarkException(
                    "The last operator, or the last of its credentials that does not end, is not removed"
                            + " over HTTP, because nobody could let others in again. Certificates of others may have expired:"
                            + " let one of them do it, add or rotate an operator with a token first, or use `mintmark access"
                            + " remove` on the machine.");
        }
        return this;
    }

    /**
     * Returns this list, unless somebody but {@code name} is known by the certificate already: by either of its
     * digests, which do not show that they are of one certificate, or by its key.
     */
    public AccessList requireNoOther(Fingerprints certificate, String name) {
        holders(certificate)
                .filter(holder -> !holder.key().equals(KeyForm.of(name)))
                .findFirst()
                .ifPresent(other -> {
                    throw new MintmarkException("This certificate, or its key, is known as '" + other.name()
                            + "' already: one certificate stands for one principal.");
                });
        return this;
    }

    /** Returns everybody who is known by the certificate. */
    public Stream<Principal> holders(Fingerprints certificate) {
        return Stream.of(
                        ofKind(Credential.Kind.CERTIFICATE, certificate.sha256()),
                        ofKind(Credential.Kind.CERTIFICATE, certificate.sha1()),
                        ofKind(Credential.Kind.PUBLIC_KEY, certificate.publicKey()))
                .flatMap(Stream::ofNullable)
                .map(Known::principal);
    }

    /** Returns the list with one more principal. */
    public AccessList with(Principal newcomer) {
        List<Principal> more = new ArrayList<>(byName.values());
        more.add(newcomer);
        return new AccessList(more);
    }

    /** Returns the list without the principal of that name, who must be in it. */
    public AccessList without(String name) {
        Principal gone = require(name);
        List<Principal> fewer = new ArrayList<>(byName.values());
        fewer.remove(gone);
        return new AccessList(fewer);
    }

    /** Returns the list without a credential, and without its principal if that one has no other that is good. */
    public AccessList without(Known gone, Instant now) {
        AccessList rest = without(gone.principal().name());
        return gone.principal().without(gone.credential(), now).map(rest::with).orElse(rest);
    }

    /** Returns the list with another principal in the place of the one of its name. */
    public AccessList replacing(Principal changed) {
        return without(changed.name()).with(changed);
    }

    /** Returns who holds the token of that digest. */
    public @Nullable Known ofToken(String digest) {
        @Nullable Known known = byDigest.get(key(Credential.Kind.TOKEN, digest));
        return known != null && known.credential().hasDigest(digest) ? known : null;
    }

    /** Returns who holds the certificate, known by itself or by its key. */
    public @Nullable Known ofCertificate(Fingerprints fingerprints) {
        @Nullable Known known = ofKind(Credential.Kind.CERTIFICATE, fingerprints.sha256());
        if (known == null) {
            known = ofKind(Credential.Kind.CERTIFICATE, fingerprints.sha1());
        }
        return known != null ? known : ofKind(Credential.Kind.PUBLIC_KEY, fingerprints.publicKey());
    }

    private @Nullable Known ofKind(Credential.Kind kind, String digest) {
        @Nullable Known known = byDigest.get(digest);
        return known != null && known.credential().kind() == kind ? known : null;
    }

    /** Returns the names of those who are new, gone or changed in {@code later}, for a log. */
    public List<String> namesChangedIn(AccessList later) {
        TreeMap<String, Principal> all = new TreeMap<>(byName);
        all.putAll(later.byName);
        List<String> changed = new ArrayList<>();
        all.forEach((key, principal) -> {
            if (!Optional.ofNullable(byName.get(key)).equals(Optional.ofNullable(later.byName.get(key)))) {
                changed.add(principal.name());
            }
        });
        return Collections.unmodifiableList(changed);
    }
}
