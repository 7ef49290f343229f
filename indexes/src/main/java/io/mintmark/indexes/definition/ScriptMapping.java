package io.mintmark.indexes.definition;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.KeyForm;
import io.mintmark.indexes.expression.EvaluationException;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.reduce.BatchTooLargeException;
import io.mintmark.indexes.reduce.MapEntry;
import io.mintmark.indexes.reduce.Mapping;
import io.mintmark.indexes.reduce.SourceDocument;
import io.mintmark.indexes.rows.ReduceKey;
import io.mintmark.javascript.AnswersTooLargeException;
import io.mintmark.javascript.BatchTooSlowException;
import io.mintmark.javascript.Outcome;
import io.mintmark.javascript.ScriptProgram;
import io.mintmark.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Maps documents by a script. Thread-safe. */
public final class ScriptMapping implements Mapping {
    /** What metadata add to most documents. */
    private static final int METADATA_CHARS = 96;

    private final ScriptProgram program;
    private final Map<String, List<Integer>> maps = new HashMap<>();

    /** Maps as {@code program} says. */
    public ScriptMapping(ScriptProgram program) {
        this.program = program;
        for (int i = 0; i < program.collections().size(); i++) {
            maps.computeIfAbsent(KeyForm.of(program.collections().get(i)), any -> new ArrayList<>())
                    .add(i);
        }
    }

    @Override
    public boolean reads(String collectionKey) {
        return maps.containsKey(collectionKey);
    }

    @Override
    public List<Mapped> map(List<SourceDocument> documents) {
        List<ScriptProgram.Document> asked = new ArrayList<>(documents.size());
        for (SourceDocument document : documents) {
            List<Integer> numbers = maps.getOrDefault(KeyForm.of(document.collection()), List.of());
            asked.add(new ScriptProgram.Document(numbers, json(document)));
        }
        try {
            Map<String, ReduceKey> keys = new HashMap<>();
            return program.map(asked).stream()
                    .map(outcome -> mapped(outcome, keys))
                    .toList();
        } catch (AnswersTooLargeException | BatchTooSlowException e) {
            throw new BatchTooLargeException(e, e instanceof AnswersTooLargeException);
        }
    }

    /** The document as it is stored, its metadata after its last member. */
    private static String json(SourceDocument source) {
        String body = new String(source.document().content().body(), StandardCharsets.UTF_8);
        int end = body.lastIndexOf('}');
        StringBuilder json = new StringBuilder(body.length() + METADATA_CHARS).append(body, 0, end);
        json.append(isEmpty(body, end) ? "" : ",");
        json.append("\"@metadata\":{\"@id\":\"");
        Json.escape(source.document().id().text(), json);
        json.append("\",\"@collection\":\"");
        Json.escape(source.collection(), json);
        return json.append("\"}}").toString();
    }

    /** Returns whether an object that ends there has no members. */
    private static boolean isEmpty(String object, int end) {
        int last = end - 1;
        while (Character.isWhitespace(object.charAt(last))) {
            last--;
        }
        return object.charAt(last) == '{';
    }

    /** Turns texts into entries; equal keys are read once, and then found in {@code keys}. */
    private Mapped mapped(Outcome outcome, Map<String, ReduceKey> keys) {
        if (outcome instanceof Outcome.Failed failed) {
            return new Mapped.Failed(failed.message());
        }
        List<String> texts = ((Outcome.Done) outcome).texts();
        List<MapEntry> entries = new ArrayList<>(texts.size() / 2);
        try {
            for (int i = 0; i + 1 < texts.size(); i += 2) {
                ReduceKey key = keys.computeIfAbsent(texts.get(i), this::key);
                entries.add(new MapEntry(key, texts.get(i + 1)));
            }
        } catch (RuntimeException | Error unfit) {
            return new Mapped.Failed(EvaluationException.reason(unfit));
        }
        return new Mapped.Entries(entries);
    }

    private ReduceKey key(String json) {
        JsonNode key = Trees.read(json);
        return key.isObject() && program.namesKeys() ? ReduceKey.ofSeveral(key) : ReduceKey.of(key);
    }
}
