"""Many tables, one evening: what tables tell is kept once, paired and shown (docs/club.md).

`letters` takes what tables tell, `post` talks MQTT, `broker` knows who may write where, `site`
serves the pages, and `assemble_hub` puts all of it together.
"""
