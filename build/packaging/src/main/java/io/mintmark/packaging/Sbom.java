package io.mintmark.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** The list of what the release's jar is made of, in CycloneDX. */
final class Sbom {
    private static final ObjectMapper TREES = new ObjectMapper();

    private final JsonNode tree;

    private Sbom(JsonNode tree) {
        this.tree = tree;
    }

    /** Reads what the plugin wrote beside the jar. */
    static Sbom of(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IllegalStateException(
                    "there is no " + file + ": the plugin that writes it does nothing while Maven"
                            + " is offline, so build a release without -o");
        }
        return new Sbom(TREES.readTree(file.toFile()));
    }

    /** Returns the coordinates of all components. */
    Set<String> components() {
        Set<String> components = new TreeSet<>();
        for (JsonNode each : tree.path("components")) {
            components.add(each.path("group").asText() + ":" + each.path("name").asText() + ":"
                    + each.path("version").asText());
        }
        return components;
    }

    /**
     * Writes it without the checksums of our own modules. Their jars are shipped inside of the one jar only, and what
     * they hold beside classes, the modes of files for instance, depends on who built them.
     */
    void write(Path file) throws IOException {
        for (JsonNode each : tree.path("components")) {
            if (each.path("group").asText().equals("io.mintmark") && each instanceof ObjectNode ours) {
                ours.remove("hashes");
            }
        }
        Files.writeString(file, tree.toPrettyString().replace("\r\n", "\n") + '\n');
    }
}
