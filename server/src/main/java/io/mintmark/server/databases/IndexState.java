package io.mintmark.server.databases;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.protocol.RavenTime;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an index stands.
 *
 * @param name its name; of one that is to replace another, after {@code ReplacementOf/}
 * @param type what RavenDB calls its kind
 * @param priority its priority
 * @param status whether it follows changes
 * @param isStale whether something that was committed may not be indexed yet
 * @param indexed when it had followed everything last, since the database was opened
 * @param failure why it does not get on, or null if it does
 */
public record IndexState(
        String name,
        String type,
        String priority,
        Status status,
        boolean isStale,
        @Nullable Instant indexed,
        @Nullable String failure) {
    /** Whether an index follows changes, in RavenDB's words. */
    public enum Status {
        /** It does. */
        RUNNING("Running"),
        /** It rests until it is told to go on, or its database is opened again. */
        PAUSED("Paused");

        private final String wireName;

        Status(String wireName) {
            this.wireName = wireName;
        }

        /** Returns how it travels. */
        public String wireName() {
            return wireName;
        }
    }

    /** Writes it as members of an object, as RavenDB does. */
    public void writeTo(JsonGenerator json) throws IOException {
        json.writeStringField("Name", name);
        json.writeBooleanField("IsStale", isStale);
        json.writeStringField("State", state());
        json.writeStringField("LockMode", "Unlock");
        json.writeStringField("Priority", priority);
        json.writeStringField("Type", type);
        json.writeStringField("SourceType", "Documents");
        json.writeStringField("LastIndexingTime", indexed == null ? null : RavenTime.format(indexed));
    }

    /** Returns what RavenDB calls its state: {@code Error} while it fails and tries again. */
    String state() {
        return failure == null ? "Normal" : "Error";
    }
}
