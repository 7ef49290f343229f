package io.mintmark.server.backup;

import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Routes;
import io.mintmark.web.http.BodyWriter;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.io.OutputStream;

/** A backup as the reply to an operator's request, made while it is read. */
public final class BackupEndpoint {
    private final Backups backups;

    /** Answers with backups of {@code backups}. */
    public BackupEndpoint(Backups backups) {
        this.backups = backups;
    }

    /** Adds the route to {@code router}. */
    public void addTo(Router router) {
        router.addCostly("POST", Routes.ADMIN_BACKUP, any -> true, this::begin);
    }

    private Reply begin(Request request) {
        request.keepInMemory(4L * BackupStream.PART_BYTES);
        BackupStream backup = backups.begin();
        return Reply.stream(200, "application/zip", new Written(backup))
                .header(Headers.BACKUP_BYTES, Long.toString(backup.bytesExpected()))
                .header("Cache-Control", "no-store");
    }

    /** The reply's body. */
    private record Written(BackupStream backup) implements BodyWriter {
        @Override
        public boolean writePart(OutputStream out) throws IOException {
            return backup.writePart(out);
        }

        @Override
        public void sent() {
            backup.arrived();
        }

        @Override
        public void release() {
            backup.close();
        }
    }
}
