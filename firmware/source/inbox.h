/* What the host says. Every message may come twice: the host repeats until it hears DONE. */
#ifndef INBOX_H
#define INBOX_H

void inbox_begin(void);
void inbox_listen(void);

#endif
