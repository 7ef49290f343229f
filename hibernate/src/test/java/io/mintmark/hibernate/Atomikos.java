package io.mintmark.hibernate;

import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.jdbc.AtomikosDataSourceBean;
import com.atomikos.jdbc.AtomikosNonXADataSourceBean;
import com.atomikos.jdbc.internal.AbstractDataSourceBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.postgresql.xa.PGXADataSource;

/** Atomikos' transaction manager, one a JVM, and pools of its over a test's database. */
final class Atomikos {
    private static final UserTransactionManager MANAGER = start();

    /** How its pool sees the driver. */
    enum Pool {
        XA,
        NON_XA
    }

    private Atomikos() {}

    private static UserTransactionManager start() {
        try {
            String folder =
                    Files.createDirectories(Path.of("target", "atomikos")).toString();
            System.setProperty("com.atomikos.icatch.log_base_dir", folder);
            System.setProperty("com.atomikos.icatch.output_dir", folder);
            UserTransactionManager manager = new UserTransactionManager();
            manager.init();
            return manager;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static UserTransactionManager manager() {
        return MANAGER;
    }

    /** Returns the settings of a unit that works in JTA transactions, and makes no tables: Atomikos refuses that, too. */
    static Map<String, Object> settings(AbstractDataSourceBean pool) {
        return Map.of(
                "hibernate.connection.datasource", pool,
                "hibernate.transaction.coordinator_class", "jta",
                "hibernate.transaction.jta.platform", "Atomikos",
                "hibernate.hbm2ddl.auto", "none");
    }

    /** Returns a pool, to be closed. */
    static AbstractDataSourceBean pool(Pool kind, String url, boolean localTransactions) {
        AbstractDataSourceBean pool = kind == Pool.XA ? xa(url, localTransactions) : nonXa(url, localTransactions);
        pool.setUniqueResourceName(Databases.fresh("pool"));
        pool.setMinPoolSize(1);
        pool.setMaxPoolSize(8);
        return pool;
    }

    private static AtomikosDataSourceBean xa(String url, boolean localTransactions) {
        AtomikosDataSourceBean pool = new AtomikosDataSourceBean();
        pool.setXaDataSource(xaSource(url));
        pool.setLocalTransactionMode(localTransactions);
        return pool;
    }

    private static AtomikosNonXADataSourceBean nonXa(String url, boolean localTransactions) {
        AtomikosNonXADataSourceBean pool = new AtomikosNonXADataSourceBean();
        pool.setUrl(url);
        pool.setDriverClassName(url.startsWith("jdbc:h2") ? "org.h2.Driver" : "org.postgresql.Driver");
        pool.setLocalTransactionMode(localTransactions);
        return pool;
    }

    private static XADataSource xaSource(String url) {
        if (url.startsWith("jdbc:h2")) {
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setURL(url);
            return h2;
        }
        PGXADataSource postgres = new PGXADataSource();
        postgres.setUrl(url);
        return postgres;
    }
}
