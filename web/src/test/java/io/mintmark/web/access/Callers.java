package io.mintmark.web.access;

import io.mintmark.RandomBytes;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.BearerToken;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.access.principal.StoredAccessList;
import io.mintmark.web.tls.TestCertificate;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Principals with tokens or with certificates, put into an access list. */
public final class Callers {
    private final StoredAccessList list;
    private final boolean certified;
    private final Map<String, String> tokens = new HashMap<>();
    private final Map<String, TestCertificate> certificates = new HashMap<>();

    /** Changes the list of this directory, which need not be there. */
    public Callers(Path directory) {
        this(new AccessFile(directory), false);
    }

    /** Changes the list that is kept there. */
    public Callers(StoredAccessList list) {
        this(list, false);
    }

    private Callers(StoredAccessList list, boolean certified) {
        this.list = list;
        this.certified = certified;
    }

    /** Does the same with callers who are known by certificates that they signed themselves. */
    public static Callers withCertificates(Path directory) {
        return new Callers(new AccessFile(directory), true);
    }

    /** Adds an operator. */
    public Callers operator(String name) {
        return add(name, Clearance.OPERATOR, null);
    }

    /** Adds somebody with a level in one database. */
    public Callers on(String name, String database, DatabaseAccess level) {
        return add(name, Clearance.of(Map.of(database, level)), null);
    }

    /** Adds somebody with a level in each of these databases. */
    public Callers on(String name, Map<String, DatabaseAccess> levels) {
        return add(name, Clearance.of(levels), null);
    }

    /** Adds somebody without any database. */
    public Callers nothing(String name) {
        return add(name, Clearance.of(Map.of()), null);
    }

    /** Adds an operator whose access ends then. */
    public Callers operatorUntil(String name, Instant end) {
        return add(name, Clearance.OPERATOR, end);
    }

    /** Adds an operator who is known by this certificate. */
    public Callers operator(String name, TestCertificate certificate) {
        certificates.put(name, certificate);
        return add(name, Clearance.OPERATOR, null, Credential.of(certificate.certificate()));
    }

    private Callers add(String name, Clearance clearance, @Nullable Instant end) {
        return add(name, clearance, end, credential(name));
    }

    private Callers add(String name, Clearance clearance, @Nullable Instant end, Credential credential) {
        AccessList ignored =
                list.changeOrBegin(present -> present.with(new Principal(name, clearance, end, List.of(credential))));
        return this;
    }

    private Credential credential(String name) {
        if (certified) {
            return Credential.of(certificate(name).certificate());
        }
        BearerToken token = BearerToken.draw(RandomBytes.secure());
        tokens.put(name, token.reveal());
        return Credential.of(token);
    }

    /** Returns the certificate of somebody; one that nobody registered for a stranger. */
    public TestCertificate certificate(String name) {
        return certificates.computeIfAbsent(
                name, any -> TestCertificate.named(any).withoutHost().make());
    }

    /** Returns the side of somebody in TLS; nobody shows no certificate. */
    public SSLContext tlsAs(String name, TestCertificate server) {
        return name.isEmpty()
                ? TestCertificate.onlyTrusting(server)
                : certificate(name).trusting(server);
    }

    /** Removes somebody. */
    public void remove(String name) {
        AccessList ignored = list.change(present -> present.without(name));
    }

    /** Returns the token of somebody. */
    public String token(String name) {
        return tokens.getOrDefault(name, "mintmark_" + "0".repeat(48));
    }

    /** Returns the header fields by which somebody calls; none for nobody. */
    public String[] as(String name) {
        return name.isEmpty() ? new String[0] : new String[] {"Authorization", "Bearer " + token(name)};
    }
}
