package io.mintmark.fuzz;

import io.mintmark.client.json.RepliesTarget;
import io.mintmark.fuzz.targets.BatchTarget;
import io.mintmark.fuzz.targets.CatalogTarget;
import io.mintmark.fuzz.targets.ChunksTarget;
import io.mintmark.fuzz.targets.DefinitionsTarget;
import io.mintmark.fuzz.targets.GzipTarget;
import io.mintmark.fuzz.targets.HeadsTarget;
import io.mintmark.fuzz.targets.IdsTarget;
import io.mintmark.fuzz.targets.JsonTarget;
import io.mintmark.fuzz.targets.NumbersTarget;
import io.mintmark.fuzz.targets.PlantedTwins;
import io.mintmark.fuzz.targets.UrlsTarget;
import io.mintmark.fuzz.targets.VersionsTarget;
import io.mintmark.fuzz.targets.ZstdTarget;
import io.mintmark.server.backup.BackupsTarget;
import io.mintmark.server.changes.ChangesTarget;
import io.mintmark.server.documents.IncludesTarget;
import io.mintmark.server.documents.batch.BulkTarget;
import io.mintmark.server.numbers.HiLoTagsTarget;
import io.mintmark.server.plain.PlainRequestsTarget;
import io.mintmark.web.access.principal.AccessTarget;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** All targets by name. */
public final class Targets {
    private static final Map<String, Supplier<FuzzTarget>> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("access-files", AccessTarget::new),
            Map.entry("backups", BackupsTarget::new),
            Map.entry("batches", BatchTarget::new),
            Map.entry("bulk-frames", BulkTarget::new),
            Map.entry("catalog-rows", CatalogTarget::new),
            Map.entry("changes-commands", ChangesTarget::new),
            Map.entry("client-replies", RepliesTarget::new),
            Map.entry("definitions", DefinitionsTarget::new),
            Map.entry("document-ids", IdsTarget::new),
            Map.entry("gzip", GzipTarget::new),
            Map.entry("hilo-tags", HiLoTagsTarget::new),
            Map.entry("http-bodies", ChunksTarget::new),
            Map.entry("http-heads", HeadsTarget::new),
            Map.entry("include-paths", IncludesTarget::new),
            Map.entry("json", JsonTarget::new),
            Map.entry("numbers", NumbersTarget::new),
            Map.entry("plain-requests", PlainRequestsTarget::new),
            Map.entry("urls", UrlsTarget::new),
            Map.entry("versions", VersionsTarget::new),
            Map.entry("zstd", ZstdTarget::new)));

    /** Targets with a planted defect, which a search that works must find. */
    private static final Map<String, Supplier<FuzzTarget>> TWINS = Map.of(
            "twin-bounds", () -> PlantedTwins::readsBehindItsEnd,
            "twin-round-trip", () -> PlantedTwins::dropsAByte);

    private Targets() {}

    /** Returns the names of all targets but the twins, in order. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** Returns whether there is a target of that name, or a twin. */
    public static boolean has(String name) {
        return ALL.containsKey(name) || TWINS.containsKey(name);
    }

    /** Returns a new target of that name; refuses one that there is not. */
    public static FuzzTarget of(String name) {
        Supplier<FuzzTarget> found = ALL.getOrDefault(name, TWINS.get(name));
        if (found == null) {
            throw new IllegalArgumentException("there is no target '" + name + "': " + names());
        }
        return found.get();
    }
}
