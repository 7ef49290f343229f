package io.mintmark.indexes.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.indexes.definition.IndexDefinition.Program;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.linq.LinqDefinition;
import io.mintmark.indexes.reduce.Plan;
import io.mintmark.indexes.rows.OutputDocuments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Reads one definition. */
public final class DefinitionReader {
    private static final String AGGREGATION = "Aggregation";
    private static final String MAPS = "Maps";
    private static final String REDUCE = "Reduce";
    private static final String LIBRARIES = "AdditionalSources";
    private static final String PRIORITY = "Priority";

    /** Each document goes through all of them. */
    private static final int MAPS_MAX = 256;

    /** How the documents are called that list outputs. */
    public static final String PATTERN = "PatternForOutputReduceToCollectionReferences";

    /** The collection of such documents. */
    public static final String REFERENCES_COLLECTION = "PatternReferencesCollectionName";

    /**
     * Where clients say what is indexed: in RavenDB's word, in Python's, and in that of Node for a definition that it
     * read.
     */
    private static final List<String> SOURCE_TYPES = List.of("SourceType", "IndexSourceType", "_indexSourceType");

    /** What tells one index from another, in the order in which it is kept. */
    private static final List<String> KEPT = List.of(
            "Name",
            AGGREGATION,
            MAPS,
            REDUCE,
            LIBRARIES,
            "OutputReduceToCollection",
            "ReduceOutputIndex",
            PATTERN,
            REFERENCES_COLLECTION);

    private DefinitionReader() {}

    /**
     * Returns the definition that {@code given} is.
     *
     * @throws InvalidIndexException if it breaks a rule
     * @throws UnsupportedIndexException if it asks for what is not done here
     */
    public static IndexDefinition read(ObjectNode given) {
        WellFormed.require(given);
        String name = IndexNames.require(given.path("Name").asText(""));
        requireDocuments(name, given);
        requireAtWork(name, given);
        Program program = given.hasNonNull(AGGREGATION) ? aggregation(name, given) : program(name, given);
        String priority = given.path(PRIORITY).asText("");
        return new IndexDefinition(
                name,
                program,
                OutputReader.read(name, given, program),
                kept(given),
                priority.isEmpty() || given.path(PRIORITY).isNull()
                        ? IndexPriority.NORMAL
                        : IndexPriority.of(priority));
    }

    /** Returns where the results of a definition go that was read before, without reading what it computes. */
    public static OutputDocuments outputs(ObjectNode given) {
        return OutputReader.read(given.path("Name").asText(""), given);
    }

    /**
     * Clients send maps in any order and members that say nothing: two definitions that mean one thing are kept alike.
     */
    private static ObjectNode kept(ObjectNode given) {
        ObjectNode kept = Trees.NODES.objectNode();
        for (String name : KEPT) {
            JsonNode value = given.path(name);
            boolean saysNothing = value.isMissingNode()
                    || value.isNull()
                    || (value.isContainerNode() && value.isEmpty())
                    || (value.isTextual() && value.textValue().isBlank());
            if (!saysNothing) {
                kept.set(name, value);
            }
        }
        if (kept.path(MAPS).isArray()) {
            ArrayNode sorted = Trees.NODES.arrayNode();
            StreamSupport.stream(kept.path(MAPS).spliterator(), false)
                    .distinct()
                    .sorted(Comparator.comparing(JsonNode::asText))
                    .forEach(sorted::add);
            kept.set(MAPS, sorted);
        }
        return kept;
    }

    private static void requireDocuments(String name, ObjectNode given) {
        for (String member : SOURCE_TYPES) {
            String source = given.path(member).asText("None");
            if (!List.of("", "null", "None", "Documents").contains(source)) {
                throw new UnsupportedIndexException("The index '" + name + "' reads " + source
                        + ", of which there are none on this server: index documents (SourceType Documents).");
            }
        }
    }

    private static void requireAtWork(String name, ObjectNode given) {
        String state = given.path("State").asText("null");
        if (!List.of("", "null", "Normal").contains(state)) {
            throw new UnsupportedIndexException("The index '" + name + "' is to begin as " + state
                    + ", but indexes begin at work here: put it without State, and stop it (POST admin/indexes/stop).");
        }
    }

    private static Program aggregation(String name, ObjectNode given) {
        if (!libraries(given).isEmpty()) {
            throw new InvalidIndexException("The index '" + name + "' has " + LIBRARIES
                    + ", but an Aggregation calls no " + LIBRARIES + ": leave them out.");
        }
        if (!texts(name, given).isEmpty() || given.hasNonNull(REDUCE)) {
            throw new InvalidIndexException(
                    "The index '" + name + "' has an Aggregation and Maps or Reduce as well: define it in one way.");
        }
        Plan plan = AggregationReader.read(name, given.path(AGGREGATION));
        return new Program.Planned(plan);
    }

    private static Program program(String name, ObjectNode given) {
        List<String> maps = texts(name, given);
        String reduce = given.path(REDUCE).asText("").strip();
        if (maps.isEmpty()) {
            throw new InvalidIndexException(
                    "The index '" + name + "' has no map: give it Maps and Reduce, or an Aggregation.");
        }
        if (reduce.isEmpty() || given.path(REDUCE).isNull()) {
            throw new UnsupportedIndexException(
                    "The index '" + name
                            + "' has no Reduce. There are no queries here that could ask it: an index computes documents from groups.");
        }
        Map<String, String> libraries = libraries(given);
        Language language = Language.of(name, reduce);
        for (String map : maps) {
            if (Language.of(name, map) != language) {
                throw new InvalidIndexException(
                        "The index '" + name + "' mixes JavaScript and C#: write all of it in one language.");
            }
        }
        if (language == Language.JAVASCRIPT) {
            return new Program.Script(maps, reduce, libraries);
        }
        if (!libraries.isEmpty()) {
            throw new UnsupportedIndexException("The index '" + name + "' has " + LIBRARIES
                    + " in C#, which is not compiled here: write the index in JavaScript.");
        }
        return new Program.Planned(LinqDefinition.plan(name, maps, reduce));
    }

    /** Clients send maps as a set, in any order: sorted, they are numbered alike each time. */
    private static List<String> texts(String name, ObjectNode given) {
        List<String> maps = new ArrayList<>();
        if (given.path(MAPS).size() > MAPS_MAX) {
            throw new InvalidIndexException("The index '" + name + "' has "
                    + given.path(MAPS).size() + " maps, more than " + MAPS_MAX + ": put several indexes.");
        }
        for (JsonNode map : given.path(MAPS)) {
            if (!map.isTextual()) {
                throw new InvalidIndexException(
                        "The index '" + name + "' has a map that is no text: write it as text.");
            }
            maps.add(map.textValue().strip());
        }
        // The same map twice would count each document twice.
        return maps.stream().distinct().sorted().toList();
    }

    private static Map<String, String> libraries(ObjectNode given) {
        Map<String, String> libraries = new LinkedHashMap<>();
        given.path(LIBRARIES)
                .properties()
                .forEach(member ->
                        libraries.put(member.getKey(), member.getValue().asText()));
        return libraries;
    }
}
