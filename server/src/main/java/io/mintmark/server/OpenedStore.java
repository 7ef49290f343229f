package io.mintmark.server;

import io.mintmark.MintmarkException;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.ReservedEtags;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.JournalKeeper;
import io.mintmark.storage.cutoff.NodeJournal;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.engine.CutOffStart;
import io.mintmark.storage.engine.EngineProvider;
import io.mintmark.storage.engine.NodeSettings;
import io.mintmark.storage.engine.StorageEngines;
import io.mintmark.storage.engine.StoreAddress;
import io.mintmark.storage.engine.WhenCutOff;
import io.mintmark.storage.lifecycle.MovedMark;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.access.principal.SharedAccessList;
import io.mintmark.web.access.principal.StoredAccessList;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The engine that the settings choose by a URL, and the node's tag in it.
 *
 * @param engine open, or to come
 * @param tag which node this is
 * @param kept the journal, where the node had to open it before the engine
 */
record OpenedStore(StorageEngine engine, NodeTag tag, Optional<Journal> kept) {

    /** Opens the data directory. */
    static OpenedStore inDirectory(ServerSettings settings, InstantSource clock) {
        if (settings.anyNodeTag()) {
            throw new MintmarkException("A data directory has no other nodes among which a tag could be free: give"
                    + " --node-tag A instead of auto, or a --store.");
        }
        StoreAddress address = StoreAddress.ofDirectory(settings.dataDirectory());
        NodeSettings node =
                node(settings, clock, settings.witness(), ClaimTimes.DEFAULT, tag(settings), ReservedEtags.NOT_KEPT);
        return of(StorageEngines.of(address.url()).open(address, node), settings);
    }

    /** Opens the store, and claims a tag in it for as long as {@code times} say. */
    static OpenedStore onStore(ServerSettings settings, StoreSettings store, InstantSource clock, ClaimTimes times) {
        EngineProvider provider = StorageEngines.of(store.url());
        if (provider.isDirectory()) {
            throw new MintmarkException("The store must be one that lies elsewhere, but " + provider.scheme()
                    + " names a data directory: give that with --data, and leave --store out.");
        }
        requireNothingElse(settings.dataDirectory());
        Path witness =
                settings.witness().orElseGet(() -> settings.dataDirectory().resolve("witness"));
        BiFunction<Optional<NodeTag>, ReservedEtags, StorageEngine> opener = (tag, etags) ->
                opened(provider, store, settings, node(settings, clock, Optional.of(witness), times, tag, etags));
        if (!store.startCutOff()) {
            return of(opener.apply(tag(settings), ReservedEtags.NOT_KEPT), settings);
        }
        CutOffStart.Opened started = new CutOffStart(settings.dataDirectory(), store.place(), tag(settings), opener)
                .run(settings.limits(), settings.journalBytes());
        StorageEngine engine = started.engine();
        return new OpenedStore(engine, engine.claimedTag().orElseThrow(), Optional.of(started.journal()));
    }

    private static StorageEngine opened(
            EngineProvider provider, StoreSettings store, ServerSettings settings, NodeSettings node) {
        StorageEngine engine = provider.open(address(store), node);
        try {
            MovedMark.requireNotElsewhere(
                    settings.dataDirectory(), engine.storeId().orElse(""));
            return engine;
        } catch (RuntimeException | Error e) {
            engine.close();
            throw e;
        }
    }

    /** Closes what a server never served that could not start. */
    void abandon() {
        try {
            engine.close();
        } finally {
            kept.ifPresent(Journal::close);
        }
    }

    /** Returns an engine that is open, with the tag that the node has in it. */
    static OpenedStore of(StorageEngine engine, ServerSettings settings) {
        return new OpenedStore(engine, engine.claimedTag().orElseGet(settings::nodeTag), Optional.empty());
    }

    private static void requireNothingElse(Path directory) {
        if (StorageEngines.areIn(directory) && !MovedMark.isIn(directory)) {
            throw new MintmarkException("The data directory " + directory
                    + " has databases of its own, whose numbers would begin anew in the --store: give another directory"
                    + " with --data, leave --store out, or bring them there with `mintmark move`.");
        }
        if (AccessFile.isIn(directory)) {
            throw new MintmarkException("The data directory " + directory
                    + " has an access list of its own, but beside a --store all nodes obey the one in the store: add those"
                    + " whom `mintmark access list` shows there by `mintmark access add --store`, and move the files "
                    + AccessFile.NAME + " and " + AccessFile.NAME + ".lock away.");
        }
    }

    /** Reads the password, where it is in a file. */
    private static StoreAddress address(StoreSettings store) {
        StoreAddress address = new StoreAddress(
                store.url(),
                store.user(),
                store.password(),
                store.schema(),
                store.connections(),
                store.connectTimeout());
        return store.passwordFile().map(address::withPasswordFrom).orElse(address);
    }

    private static Optional<NodeTag> tag(ServerSettings settings) {
        return settings.anyNodeTag() ? Optional.empty() : Optional.of(settings.nodeTag());
    }

    private static NodeSettings node(
            ServerSettings settings,
            InstantSource clock,
            Optional<Path> witness,
            ClaimTimes times,
            Optional<NodeTag> tag,
            ReservedEtags etags) {
        return new NodeSettings(
                tag,
                nodeUrl(settings),
                settings.leaseRetention(),
                settings.leasesMax(),
                clock,
                settings.limits(),
                witness,
                times,
                settings.rangesAhead(),
                settings.leaseLog(),
                settings.store()
                        .map(store -> WhenCutOff.valueOf(store.whenCutOff().name()))
                        .orElse(WhenCutOff.RANGES),
                etags);
    }

    /**
     * Returns what keeps documents while the store is not there. A directory is never gone; and what is in a journal
     * goes home, whether more is taken or not.
     */
    JournalKeeper journal(ServerSettings settings, InstantSource clock) {
        Optional<NodeJournal> journal = kept.map(opened -> new NodeJournal(() -> opened, true))
                .or(() -> settings.store().flatMap(address -> journal(settings, address)));
        return new JournalKeeper(journal, tag, clock);
    }

    /** The store is asked now: it may be away when the journal is opened. */
    private Optional<NodeJournal> journal(ServerSettings settings, StoreSettings address) {
        EngineProvider.Journals journals = StorageEngines.journals();
        Path directory = settings.dataDirectory();
        boolean isThere = journals.isIn(directory);
        if (settings.journalBytes() == 0 && !isThere) {
            return Optional.empty();
        }
        Journal.Store served = new Journal.Store(engine.storeId().orElse(""), address.place());
        return Optional.of(new NodeJournal(
                () -> serving(served, journals.open(directory, settings.limits(), settings.journalBytes())), isThere));
    }

    private static Journal serving(Journal.Store store, Journal journal) {
        try {
            journal.serve(store);
            return journal;
        } catch (RuntimeException | Error e) {
            journal.close();
            throw e;
        }
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
