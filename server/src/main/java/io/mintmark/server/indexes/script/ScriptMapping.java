package io.mintmark.server.indexes.script;

import io.mintmark.MintmarkException;
import io.mintmark.document.KeyForm;
import io.mintmark.javascript.AnswersTooLargeException;
import io.mintmark.javascript.BatchTooSlowException;
import io.mintmark.javascript.Outcome;
import io.mintmark.javascript.ScriptProgram;
import io.mintmark.server.indexes.expression.Trees;
import io.mintmark.server.indexes.reduce.BatchTooLargeException;
import io.mintmark.server.indexes.reduce.MapEntry;
import io.mintmark.server.indexes.reduce.Mapping;
import io.mintmark.server.indexes.reduce.SourceDocument;
import io.mintmark.server.indexes.rows.ReduceKey;
import io.mintmark.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Maps documents by a script. Thread-safe. */
public final class ScriptMapping implements Mapping {
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
            return program.map(asked).stream().map(ScriptMapping::mapped).toList();
        } catch (AnswersTooLargeException | BatchTooSlowException e) {
            throw new BatchTooLargeException(e);
        }
    }

    /** The document as it is stored, its metadata behind its last member. */
    private static String json(SourceDocument source) {
        String body = new String(source.document().content().body(), StandardCharsets.UTF_8);
        String members = body.substring(0, body.lastIndexOf('}'));
        StringBuilder json = new StringBuilder(members);
        json.append(members.substring(members.indexOf('{') + 1).isBlank() ? "" : ",");
        json.append("\"@metadata\":{\"@id\":\"");
        Json.escape(source.document().id().text(), json);
        json.append("\",\"@collection\":\"");
        Json.escape(source.collection(), json);
        return json.append("\"}}").toString();
    }

    private static Mapped mapped(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            return new Mapped.Failed(failed.message());
        }
        List<String> texts = ((Outcome.Done) outcome).texts();
        List<MapEntry> entries = new ArrayList<>(texts.size() / 2);
        try {
            for (int i = 0; i + 1 < texts.size(); i += 2) {
                entries.add(new MapEntry(ReduceKey.of(Trees.read(texts.get(i))), texts.get(i + 1)));
            }
        } catch (MintmarkException unfit) {
            return new Mapped.Failed(String.valueOf(unfit.getMessage()));
        }
        return new Mapped.Entries(entries);
    }
}
