package io.mintmark.server;

import io.mintmark.MintmarkException;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.postgresql.PostgresEngine;
import io.mintmark.storage.postgresql.PostgresSettings;
import io.mintmark.storage.postgresql.claim.ClaimTimes;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import io.mintmark.storage.sqlite.file.MovedMark;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.access.principal.SharedAccessList;
import io.mintmark.web.access.principal.StoredAccessList;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The engine that the settings choose, and the node's tag in it: the one place that knows which engines there are.
 *
 * @param engine open
 * @param tag which node this is
 */
record OpenedStore(StorageEngine engine, NodeTag tag) {

    /** Opens the data directory. */
    static OpenedStore inDirectory(ServerSettings settings, InstantSource clock) {
        if (settings.anyNodeTag()) {
            throw new MintmarkException("A data directory has no other nodes among which a tag could be free: give"
                    + " --node-tag A instead of auto, or a --store.");
        }
        SqliteEngine engine = SqliteEngine.open(new SqliteSettings(
                settings.dataDirectory(),
                settings.nodeTag(),
                settings.leaseRetention(),
                settings.leasesMax(),
                clock,
                settings.limits(),
                settings.witness().orElse(null),
                AnswerLimits.DEFAULT,
                Ticker.SYSTEM));
        return new OpenedStore(engine, settings.nodeTag());
    }

    /** Claims a tag in the store, for as long as {@code times} say. */
    static OpenedStore onStore(ServerSettings settings, StoreSettings store, InstantSource clock, ClaimTimes times) {
        if (SqliteEngine.isIn(settings.dataDirectory()) && !MovedMark.isIn(settings.dataDirectory())) {
            throw new MintmarkException("The data directory " + settings.dataDirectory()
                    + " has databases of its own, whose numbers would begin anew in the --store: give another directory"
                    + " with --data, leave --store out, or bring them there with `mintmark move`.");
        }
        if (AccessFile.isIn(settings.dataDirectory())) {
            throw new MintmarkException("The data directory " + settings.dataDirectory()
                    + " has an access list of its own, but beside a --store all nodes obey the one in the store: add those"
                    + " whom `mintmark access list` shows there by `mintmark access add --store`, and move the files "
                    + AccessFile.NAME + " and " + AccessFile.NAME + ".lock away.");
        }
        PostgresEngine engine = PostgresEngine.open(new PostgresSettings(
                store.address(),
                settings.anyNodeTag() ? Optional.empty() : Optional.of(settings.nodeTag()),
                nodeUrl(settings),
                settings.leaseRetention(),
                settings.leasesMax(),
                clock,
                settings.limits(),
                times,
                Optional.of(settings.witness()
                        .orElseGet(() -> settings.dataDirectory().resolve("witness"))),
                store.rangesAhead()));
        try {
            MovedMark.requireNotElsewhere(settings.dataDirectory(), engine.storeId());
        } catch (RuntimeException | Error e) {
            engine.close();
            throw e;
        }
        return new OpenedStore(engine, engine.tag());
    }

    /** Returns the access list that the node obeys. */
    StoredAccessList accessList(ServerSettings settings) {
        return engine.accessList()
                .<StoredAccessList>map(SharedAccessList::new)
                .orElseGet(() -> new AccessFile(settings.dataDirectory()));
    }

    /** Only for those who ask who holds a tag: the port that the system chooses is not known yet. */
    private static String nodeUrl(ServerSettings settings) {
        String scheme = settings.tls().isPresent() ? "https://" : "http://";
        String port = settings.port() == 0 ? "" : ":" + settings.port();
        return settings.publicUrl().map(Object::toString).orElse(scheme + settings.host() + port);
    }
}
